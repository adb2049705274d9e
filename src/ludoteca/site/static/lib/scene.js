/** What the board of a table shows, without a browser. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */

const NOBODY = -2; // to act, in a position that is only looked at

/**
 * @param {Table} table
 * @param {{flipped: boolean, step: Step | null, pointed: Record<string, any> | null, quiet: boolean,
 *   pending?: import("./types.js").Move | null, behind?: boolean, analysis?: import("./types.js").Analysis | null}} how `step` is an earlier position that is looked at,
 *   `pending` a move that is not answered yet, `behind` whether newer positions wait
 * @returns {Scene}
 */
export function sceneOf(table, { flipped, step, pointed, quiet, pending = null, behind = false, analysis = null }) {
  if (step) return stepScene(step, flipped, quiet, table);
  const playable = !table.result && !pending && !behind && table.you.includes(table.mover);
  const { stage, position, legal, count, mover, seats } = table;
  const last = /** @type {Scene["last"]} */ (table.last);
  const found = analysis?.ply === table.ply ? analysis : null;
  return { stage, position, legal: legal ?? [], last, ply: count, mover, flipped, playable, hint: pointed, seats, you: table.you, quiet, pending, analysis: found };
}

/**
 * @param {Step} step @param {boolean} flipped @param {boolean} quiet @param {{stage?: Record<string, any>, seats?: Scene["seats"], you?: number[]}} [table]
 * @returns {Scene}
 */
export function stepScene(step, flipped, quiet, { stage = {}, seats, you } = {}) {
  const known = step.show && step.action !== null ? { action: step.action, name: step.name ?? "", ...step.show } : null;
  const last = known || step.steps ? { action: -1, name: "", ...known, steps: step.steps } : null; // what it brought about is public
  return { stage, position: step.position, legal: [], last, ply: step.number, mover: NOBODY, flipped, playable: false, hint: null, seats, you, quiet };
}

/**
 * A position that could have been, to be played on.
 * @param {import("./wire.js").Variation} told @param {boolean} flipped @param {boolean} quiet @param {{stage?: Record<string, any>, seats?: Scene["seats"], you?: number[]}} table
 * @returns {Scene}
 */
export function triedScene(told, flipped, quiet, { stage = {}, seats, you }) {
  const { position, legal, last, mover, result, moves } = told;
  return { stage, position, legal, last: /** @type {Scene["last"]} */ (last), ply: told.from + moves.length, mover, flipped, playable: !result, hint: null, seats, you, quiet };
}

/**
 * A decision of the past, to be made again, as its seat saw it.
 * @param {import("./wire.js").PastDecision} decision @param {boolean} flipped @param {boolean} playable @param {any} hint @param {{stage?: Record<string, any>, seats?: Scene["seats"]}} table
 * @returns {Scene}
 */
export function askedScene({ position, legal, mover, number, seat }, flipped, playable, hint, { stage = {}, seats }) {
  return { stage, position, legal, last: null, ply: number - 1, mover, flipped, playable, hint, seats, you: [seat], quiet: true };
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
