/** A position set up by hand: choose a piece, click squares. */
import { h, replace, s } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { mountBoard } from "./board.js";
import { drawPiece } from "./drawing.js";
import { formatFen } from "./model.js";

const TOOLS = ["w", "W", "b", "B", ""];

/** @param {HTMLElement} host @param {(fen: string) => void} change told each new position in FEN */
export function mountEditor(host, change) {
  const frame = h("div.board.checkers-editor");
  /** @type {any} */
  let position = null;
  let tool = "w";
  /** @type {"W" | "B"} */
  let toMove = "W";
  // Every click on a board that can be played and has no legal move is an attempt on a square.
  const board = mountBoard(frame, { play: () => undefined, ask: ({ from }) => put(from), say: () => undefined });

  const tools = h("div.choices", { role: "radiogroup", "aria-label": t("checkers.edit.tool") }, TOOLS.map((kind) =>
    h("label.choice", {}, h("input", { type: "radio", name: "tool", checked: kind === tool, onchange: () => (tool = kind) }),
      kind && s("svg.checkers-tool", { viewBox: "-5 -5 10 10", "aria-hidden": "true" }, drawPiece(kind)),
      h("span", {}, kind ? t(`checkers.piece.${kind}`) : t("checkers.edit.erase")))));
  // Both wait for a position to change.
  const sides = h("select", { disabled: true, onchange: () => { toMove = sides.value; tell(); } },
    h("option", { value: "W" }, t("checkers.seat.0")), h("option", { value: "B" }, t("checkers.seat.1")));
  const clear = h("button", { type: "button", disabled: true, onclick: () => { position = { ...position, pieces: {} }; draw(); tell(); } }, t("checkers.edit.clear"));
  replace(host, tools, frame, h("div.row", {}, h("label.field", {}, t("checkers.edit.to_move"), sides), clear));

  /** @param {number} square */
  function put(square) {
    const pieces = { ...position.pieces };
    if (tool && pieces[square] !== tool) pieces[square] = tool;
    else delete pieces[square];
    position = { ...position, pieces };
    draw();
    tell();
  }

  function tell() {
    change(formatFen(position.pieces, toMove));
  }

  function draw() {
    board.update({ position, legal: [], last: null, ply: 0, mover: 0, flipped: false, playable: true, hint: null, quiet: true, editing: true });
  }

  return {
    /** @param {any} shown */
    update(shown) {
      position = shown;
      toMove = shown.to_move === 0 ? "W" : "B";
      sides.value = toMove;
      sides.disabled = clear.disabled = false;
      draw();
    },
  };
}
