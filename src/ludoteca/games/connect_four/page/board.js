/** The connect four board: any cell of a column drops a disc into it. */
import { mountCoach } from "ludoteca/components/coach/coach.js";
import { mountCells } from "ludoteca/components/cells/cells.js";
import { prefersStill, replace, s } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { coachText } from "./coach.js";
import { drawColumnName, drawLine, drawRack, drawDisc, middle, STRIP, UNIT } from "./drawing.js";
import { cellModels, COLUMN_NAMES, moveInto, withPending } from "./model.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").FourMove} FourMove */

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  const layers = Object.fromEntries(
    ["discs", "ghost", "rack", "marks"].map((name) => [name, s("g", { "data-layer": name })]),
  );
  const svg = s("svg.four", { "aria-hidden": "true" }, Object.values(layers));
  host.classList.add("four-board");
  host.append(svg);
  const coach = mountCoach("connect_four");
  actions.side?.append(coach.element);
  /** @type {ReturnType<typeof mountCells> | null} */
  let cells = null;
  /** @type {Map<number, SVGElement>} */
  const discs = new Map();
  /** @type {Scene} */
  let scene;
  /** @type {number | null} */
  let hovered = null;

  const position = () => /** @type {import("./model.js").FourPosition} */ (scene.position);
  const legal = () => /** @type {FourMove[]} */ (scene.playable ? scene.legal : []);
  /** @param {number} id */
  const columnOf = (id) => id % position().columns;

  /** @param {number} id */
  function click(id) {
    if (!scene.playable) return;
    const move = moveInto(legal(), columnOf(id));
    if (move) actions.play(move.action);
    else actions.ask({ column: columnOf(id) });
  }

  /** @param {number | null} id */
  function hover(id) {
    hovered = id === null ? null : columnOf(id);
    drawGhost();
  }

  function drawGhost() {
    const move = hovered === null ? undefined : moveInto(legal(), hovered);
    if (!move) return replace(layers.ghost);
    const { x, y } = middle(move);
    const ghost = drawDisc(scene.mover);
    ghost.setAttribute("transform", `translate(${x} ${y})`);
    replace(layers.ghost, ghost);
  }

  /** @param {number} rows @param {number} columns */
  function build(rows, columns) {
    svg.setAttribute("viewBox", `0 0 ${columns * UNIT} ${rows * UNIT + STRIP}`);
    const names = Array.from({ length: columns }, (_, column) => drawColumnName(COLUMN_NAMES[column], column, rows));
    replace(layers.rack, drawRack(columns, rows), names);
    return mountCells(host, { rows, columns, label: t("connect_four.board"), pick: click, hover });
  }

  function drawDiscs() {
    const seen = new Set();
    withPending(position(), /** @type {any} */ (scene.pending), scene.mover).forEach((owners, row) => owners.forEach((owner, column) => {
      if (owner === null) return;
      const id = row * position().columns + column;
      seen.add(id);
      if (discs.get(id)?.dataset.owner === String(owner)) return;
      discs.get(id)?.remove();
      const disc = drawDisc(owner);
      const { x, y } = middle({ row, column });
      disc.setAttribute("transform", `translate(${x} ${y})`);
      discs.set(id, disc);
      layers.discs.append(disc);
    }));
    for (const [id, disc] of discs) {
      if (seen.has(id)) continue;
      disc.remove();
      discs.delete(id);
    }
  }

  function drawMarks() {
    const last = /** @type {FourMove | null} */ (scene.last);
    const marks = position().line ? drawLine(/** @type {[number, number][]} */ (position().line)) : [];
    if (last?.row !== undefined && !position().line) marks.push(ring("four-last", last, 3.9));
    if (scene.hint?.row !== undefined) marks.push(ring("four-hint", /** @type {any} */ (scene.hint), 3.7));
    replace(layers.marks, marks);
  }

  /** @param {import("./model.js").FourCell} cell */
  function cellOf(cell) {
    const names = { column: COLUMN_NAMES[cell.column], row: position().rows - cell.row };
    const disc = cell.owner === null ? "" : t(`connect_four.disc.${cell.owner}`);
    const parts = [t(`connect_four.cell.${disc ? "disc" : "empty"}`, { ...names, disc })];
    if (cell.lands) parts.push(t("connect_four.cell.lands"));
    if (cell.won) parts.push(t("connect_four.cell.won"));
    if (cell.last) parts.push(t("connect_four.cell.last"));
    return { id: cell.id, row: cell.row, column: cell.column, label: parts.join(", ") };
  }

  /** @param {Scene} next */
  function update(next) {
    const before = scene;
    scene = next;
    cells ??= build(position().rows, position().columns);
    drawDiscs();
    drawMarks();
    drawGhost();
    coach.update(coachText(scene));
    cells.update(cellModels(position(), legal(), /** @type {any} */ (scene.last)).map(cellOf));
    const last = /** @type {FourMove | null} */ (next.last);
    const fell = before?.pending?.action; // it was seen falling when it was played
    if (before && fell === undefined && next.pending && !next.quiet) fall(/** @type {any} */ (next.pending));
    if (before && last?.row !== undefined && next.ply === before.ply + 1 && !next.quiet && last.action !== fell) fall(last);
  }

  /** @param {FourMove} move */
  function fall(move) {
    const disc = discs.get(move.row * position().columns + move.column);
    if (!disc || prefersStill()) return;
    const { x, y } = middle(move);
    const at = (/** @type {number} */ height) => `translate(${x}px, ${height}px)`;
    const time = 130 + 75 * move.row;
    disc.animate(
      [
        { transform: at(-6), easing: "ease-in" },
        { transform: at(y), offset: 0.75, easing: "ease-out" },
        { transform: at(y - 1.6), offset: 0.88, easing: "ease-in" },
        { transform: at(y) },
      ],
      { duration: time / 0.75 },
    );
  }

  return { update };
}

/** @param {string} name @param {{row: number, column: number}} at @param {number} r */
function ring(name, at, r) {
  const { x, y } = middle(at);
  return s(`circle.${name}`, { cx: x, cy: y, r });
}
