/** How a table is kept up to date: it comes whole once, then as numbered changes. */
import { applyPatch, share } from "./patches.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Change} Change */

/** Whether a change follows what is known. @param {Table} table @param {Change} change */
export const follows = (table, change) => change.from === table.version;

/** The table after a change; what has not changed are the same objects. @param {Table} table @param {Change} change @returns {Table} */
export function applyChange(table, change) {
  const { type, from, to, moves_from, moves, retold, patch, ...parts } = change;
  const next = { ...table, ...share(pick(table, parts), parts), version: to };
  if (patch) next.position = applyPatch(table.position, patch);
  if (!moves) return next;
  const start = moves_from ?? 0;
  const afresh = retold || start < table.moves_from;
  next.moves_from = afresh ? start : table.moves_from;
  next.moves = afresh ? moves : [...table.moves.slice(0, start - table.moves_from), ...moves];
  if (!("last" in change)) next.last = /** @type {any} */ (moves.at(-1));
  return next;
}

/** A table that came whole, made of what was known already. @param {Table} known @param {Table} table @returns {Table} */
export const takeTable = (known, table) => share(known, table);

/** @param {Record<string, any>} from @param {Record<string, any>} like */
const pick = (from, like) => Object.fromEntries(Object.keys(like).filter((key) => key in from).map((key) => [key, from[key]]));
