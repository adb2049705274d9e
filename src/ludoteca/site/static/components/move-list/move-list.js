/** The moves so far; any can be looked at. */
import { h, replace, set, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { moveRows, tellable } from "../../lib/moves.js";
import { seatName, t } from "../../lib/texts.js";

useStyle(new URL("move-list.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").PlayedMove} PlayedMove */

/**
 * @param {string} game @param {(ply: number) => void} look
 * @param {(name: string) => string} nameOf @param {(move: PlayedMove) => boolean} [lists] whether a move is listed
 */
export function mountMoveList(game, look, nameOf, lists = () => true) {
  const list = h("ol.move-list-rows", { tabindex: 0, "aria-label": t("moves.list") });
  const step = (/** @type {string} */ name, /** @type {(ply: number, last: number) => number} */ to) =>
    h("button.plain.icon", { type: "button", "aria-label": t(`moves.${name}`), onclick: () => look(to(shown, last)) }, icon(name));
  const element = h("section.move-list.panel", { "aria-label": t("moves.list") }, list,
    h("div.move-list-steps", {}, step("first", () => 0), step("back", (ply) => ply - 1), step("next", (ply) => ply + 1), step("last", (_, end) => end)));
  let shown = 0;
  let last = 0;
  let drawn = "";

  /** @param {PlayedMove[]} moves @param {number} seats @param {number} ply the ply that is shown */
  function update(moves, seats, ply) {
    shown = ply;
    last = moves.length;
    const key = moves.map((move) => `${move.seat}${label(move)}`).join();
    if (key !== drawn || !list.childElementCount) draw(tellable(moves.map((move, i) => ({ ...move, ply: i + 1 }))).filter(lists), seats);
    drawn = key;
    for (const button of list.querySelectorAll("button")) set(button, "aria-current", Number(button.dataset.ply) === ply && "step");
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    const [first, back, next, end] = element.querySelectorAll(".move-list-steps button");
    first.disabled = back.disabled = ply <= 0;
    next.disabled = end.disabled = ply >= last;
  }

  /** @param {PlayedMove[]} moves @param {number} seats */
  function draw(moves, seats) {
    if (!moves.length) return replace(list, h("li.move-list-none", {}, t("moves.none")));
    set(list, "data-many", seats !== 2);
    replace(list, moveRows(moves, seats).map((row) => h("li", {}, h("span.move-list-number", { "aria-hidden": "true" }, `${row.number}.`),
      row.moves.map((move) => (move ? drawMove(move, seats) : h("span"))))));
  }

  /** A move that one may not know yet has no name. @param {PlayedMove} move */
  const label = (move) => (move.name === null ? t("moves.hidden") : nameOf(move.name));

  /** With two seats the column says who moved. @param {PlayedMove} move its ply is that of the position it led to @param {number} seats */
  function drawMove(move, seats) {
    const name = label(move);
    const full = move.seat < 0 ? name : `${seatName(game, move.seat)}: ${name}`;
    return h("button.plain", { type: "button", "data-ply": move.ply, "aria-label": full, onclick: () => look(move.ply) }, seats === 2 ? name : full);
  }

  return { element, update };
}
