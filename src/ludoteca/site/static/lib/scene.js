/** What the board of a table shows, without a browser. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */

const NOBODY = -2; // to act, in a position that is only looked at

/**
 * @param {Table} table
 * @param {{flipped: boolean, step: Step | null, pointed: Record<string, any> | null, quiet: boolean,
 *   pending?: import("./types.js").Move | null, behind?: boolean}} how `step` is an earlier position that is looked at,
 *   `pending` a move that is not answered yet, `behind` whether newer positions wait
 * @returns {Scene}
 */
export function sceneOf(table, { flipped, step, pointed, quiet, pending = null, behind = false }) {
  if (step) return stepScene(step, flipped, quiet, table.stage);
  const playable = !table.result && !pending && !behind && table.you.includes(table.mover);
  const { stage, position, legal, count, mover } = table;
  const last = /** @type {Scene["last"]} */ (table.last);
  return { stage, position, legal: legal ?? [], last, ply: count, mover, flipped, playable, hint: pointed, quiet, pending };
}

/**
 * @param {Step} step @param {boolean} flipped @param {boolean} quiet @param {Record<string, any>} [stage]
 * @returns {Scene}
 */
export function stepScene(step, flipped, quiet, stage = {}) {
  const last = step.show && step.action !== null ? { action: step.action, name: step.name ?? "", ...step.show, steps: step.steps } : null;
  return { stage, position: step.position, legal: [], last, ply: step.number, mover: NOBODY, flipped, playable: false, hint: null, quiet };
}

/** Whether the second of two seats sits below: it does where only they are one's own. @param {Table} table */
export const turnedBy = (table) => table.seats.length === 2 && table.you.length === 1 && table.you[0] === 1;

/**
 * Seats from top to bottom: with two, one's own is at the bottom. A game may want all of them below its board.
 * @param {number} seats @param {boolean} flipped @param {boolean} [below]
 */
export function seatOrder(seats, flipped, below = false) {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  if (below) return { above: [], below: all };
  if (seats !== 2) return { above: all, below: [] };
  return flipped ? { above: [0], below: [1] } : { above: [1], below: [0] };
}

/** The sound of an end, for who sits at the table. @param {Table} table */
export function soundOfEnd(table) {
  const mine = table.you.length === 1 ? table.result?.returns[table.you[0]] ?? 0 : 1;
  return mine > 0 ? "won" : "over";
}
