/** The checkers board: clicks, drags and keys become one of the legal moves; everything else is drawn. */
import { mountCoach } from "ludoteca/components/coach/coach.js";
import { mountCells } from "ludoteca/components/cells/cells.js";
import { makeDraggable } from "ludoteca/components/cells/drag.js";
import { replace, s } from "ludoteca/lib/dom.js";
import { onSetting } from "ludoteca/lib/settings.js";
import { t } from "ludoteca/lib/texts.js";
import { Ahead } from "./ahead.js";
import { coachText } from "./coach.js";
import { drawArrow, drawFlash, drawMark, drawName, drawSquares, drawTrail, middle, placed } from "./drawing.js";
import { following, marks, pick, played, preview, spot, squareName, stopping } from "./model.js";
import { mountPieces } from "./pieces.js";
import { nameSquare, SQUARES, writesLetters } from "./squares.js";
import { mountStop } from "./stop.js";

/** @typedef {import("./model.js").CheckersMove} CheckersMove */
/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  const layers = Object.fromEntries(
    ["squares", "trail", "names", "marks", "pieces", "arrows", "flash"].map((name) => [name, s("g", { "data-layer": name })]),
  );
  const svg = s("svg.checkers", { viewBox: "0 0 80 80", "aria-hidden": "true" }, Object.values(layers));
  const stop = mountStop(() => click(/** @type {number} */ (chosen.at(-1))));
  host.append(svg);
  const cells = mountCells(host, { rows: 8, columns: 8, label: t("checkers.board"), pick: press, cancel: drop });
  host.append(stop.element);
  const coach = mountCoach("checkers");
  actions.side?.append(coach.element);
  const pieces = mountPieces(layers.pieces);
  makeDraggable(cells.grid, { start: lift, move: carry, drop: land });
  const ahead = new Ahead({ play: actions.play, say: actions.say, complain, draw: () => draw(), nameOf: (square) => nameOf(square) });
  onSetting(SQUARES, () => scene && draw());

  /** @type {Scene} */
  let scene;
  /** @type {number[]} the beginning of the way that is being chosen */
  let chosen = [];
  let dragged = false; // the move under way was made by dragging
  let carried = false; // a piece is in the hand

  // --- choosing a move ---

  const legal = () => /** @type {CheckersMove[]} */ (scene.playable ? scene.legal : []);

  /** @param {number} square */
  function press(square) {
    dragged = false;
    click(square);
  }

  /** @param {number} square */
  function click(square) {
    if (!scene.playable) return ahead.click(scene, shownPieces().pieces, square);
    const picked = pick(legal(), chosen, square);
    chosen = picked.chosen;
    if (picked.play !== undefined) actions.play(picked.play);
    else if (picked.attempt) ask(picked.attempt);
    else sayChosen();
    draw();
  }

  /** Why not? Of an empty square, with nothing chosen, nobody asks. @param {{from: number, to?: number}} attempt */
  function ask(attempt) {
    if (attempt.to !== undefined || scene.editing || position().pieces[attempt.from]) actions.ask(attempt);
  }

  function sayChosen() {
    const square = chosen.at(-1);
    if (square === undefined) return;
    const n = new Set(following(legal(), chosen).map((move) => move.path[chosen.length])).size;
    const chain = stopping(legal(), chosen);
    actions.say(t(chain ? "checkers.say.chain" : "checkers.say.chosen", { square: nameOf(square), n }));
  }

  function drop() {
    chosen = [];
    if (ahead.squares.length) ahead.drop();
    draw();
  }

  // --- dragging ---

  /** @param {number} square */
  function lift(square) {
    if (!pieces.at(square)) return false;
    if (!scene.playable) return liftAhead(square);
    if (chosen.at(-1) !== square) chosen = legal().some((move) => move.path[0] === square) ? [square] : [];
    if (!chosen.length) {
      actions.ask({ from: square });
      return false;
    }
    draw();
    dragged = carried = true;
    return true;
  }

  /** @param {number} square */
  function liftAhead(square) {
    carried = ahead.takes(scene, shownPieces().pieces[square]);
    if (carried && ahead.premove.from !== square) ahead.click(scene, shownPieces().pieces, square);
    return carried;
  }

  /** @param {number} x @param {number} y */
  function carry(x, y) {
    const piece = pieces.at(/** @type {number} */ (chosen.at(-1) ?? ahead.premove.from));
    const box = svg.getBoundingClientRect();
    piece?.setAttribute("transform", `${placed(((x - box.left) / box.width) * 80, ((y - box.top) / box.height) * 80)} scale(1.12)`);
    if (piece && piece !== layers.pieces.lastChild) layers.pieces.append(piece);
  }

  /** Outside the board a piece is put back. @param {number | null} square */
  function land(square) {
    carried = false;
    if (square === null) drop();
    else if (square !== (chosen.at(-1) ?? ahead.premove.from)) click(square);
    else draw();
  }

  // --- drawing ---

  const position = () => /** @type {import("./model.js").CheckersPosition} */ (scene.position);
  const letters = () => writesLetters(position());
  /** @param {number} square */
  const placeOf = (square) => /** @type {import("./model.js").Place} */ (position().squares.find((place) => place.square === square));
  /** @param {number} square */
  const nameOf = (square) => squareName(placeOf(square), letters());
  /** @param {number} square */
  const where = (square) => middle(spot(placeOf(square), scene.flipped));

  const shownPieces = () => (scene.pending ? played(position(), /** @type {CheckersMove} */ (scene.pending)) : preview(position(), legal(), chosen));

  function draw() {
    const found = ahead.squares.length ? ahead.marks : marks(legal(), chosen);
    const { pieces: shown, pale } = shownPieces();
    const arrow = ahead.squares.length > 1 ? ahead.squares : scene.hint?.path;
    const last = /** @type {CheckersMove | null} */ (scene.last);
    replace(layers.squares, drawSquares(darkCorner()));
    replace(layers.trail, last?.path && !chosen.length ? drawTrail(last.path.map(where), last.taken.map(where)) : []);
    replace(layers.names, position().squares.map((place) => drawName(squareName(place, letters()), middle(spot(place, scene.flipped)))));
    replace(layers.marks, [...found].map(([square, mark]) => drawMark(mark, where(square))));
    replace(layers.arrows, arrow ? drawArrow(arrow.map(where)) : []);
    layers.arrows.classList.toggle("-premove", ahead.squares.length > 1);
    pieces.update(shown, pale, where);
    cells.update(position().squares.map((place) => cellOf(place, shown[place.square], found.get(place.square))));
    coach.update(coachText(scene, chosen));
    const square = chosen.at(-1);
    stop.draw(square !== undefined && stopping(legal(), chosen) ? spot(placeOf(square), scene.flipped) : null);
  }

  function darkCorner() {
    const { row, column } = spot(position().squares[0], scene.flipped);
    return (row + column) % 2 === 0;
  }

  /** @param {import("./model.js").Place} place @param {string | undefined} piece @param {string | undefined} mark */
  function cellOf(place, piece, mark) {
    return {
      id: place.square,
      ...spot(place, scene.flipped),
      label: nameSquare(squareName(place, letters()), piece, mark),
      pressed: mark === "chosen" || undefined,
      drags: Boolean(piece) && (mark === "movable" || mark === "chosen" || ahead.takes(scene, piece)),
    };
  }

  /** @param {Scene} next */
  function update(next) {
    const before = scene;
    scene = next;
    const same = before && before.ply === next.ply && before.playable === next.playable && before.position === next.position;
    if (same && carried) return;
    if (!same) chosen = [];
    if (!same) ahead.meet(next, () => scene);
    draw();
    const last = /** @type {CheckersMove | null} */ (next.last);
    const went = before?.pending?.action; // it was seen moving when it was played
    const moved = before && last?.path && next.ply === before.ply + 1 && last.action !== went ? last : went === undefined && next.pending;
    if (before && moved && !next.quiet) animate(/** @type {CheckersMove} */ (moved), before.position.pieces);
    if (!same) dragged = carried = false;
  }

  /** @param {CheckersMove} move @param {Record<string, string>} before */
  function animate(move, before) {
    const taken = move.taken.map((square) => ({ at: where(square), kind: before[square] ?? "w" }));
    const way = move.path.map(where);
    pieces.animate(dragged ? [way[way.length - 1], way[way.length - 1]] : way, move.path[move.path.length - 1], taken);
  }

  /** Flash squares: those of a refused attempt, or the pieces that must capture. @param {number[]} squares */
  function complain(squares) {
    replace(layers.flash, squares.map((square) => drawFlash(where(square))));
    setTimeout(() => replace(layers.flash), 1800);
  }

  return { update, complain };
}
