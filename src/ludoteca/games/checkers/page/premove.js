/**
 * A move that is chosen before one's turn, without a browser: it is kept, and played when the turn comes if it is legal
 * then. Whether it is only the server knows.
 *
 * @typedef {import("./model.js").CheckersMove} CheckersMove
 * @typedef {{from: number | null, to: number | null}} Premove `to` is null while only the piece is chosen
 */
import { pick, starts } from "./model.js";

/** @type {Premove} */
export const NONE = { from: null, to: null };

/** Whether a piece belongs to a seat: white is the first. @param {string | undefined} kind @param {number} seat */
export const isOwn = (kind, seat) => kind?.toLowerCase() === (seat === 0 ? "w" : "b");

/**
 * Whether a move can be chosen ahead: somebody else is to move in a game in which one has a seat of one's own.
 * @param {{playable: boolean, mover: number, you?: number[], pending?: any, editing?: boolean}} scene
 */
export const mayPremove = ({ playable, mover, you = [], pending, editing }) =>
  !playable && !editing && you.length === 1 && mover >= 0 && (mover !== you[0] || Boolean(pending));

/** A square was clicked while one waits. @param {Premove} now @param {number} square @param {boolean} own whether a piece of one's own is there @returns {Premove} */
export function choosePremove(now, square, own) {
  if (own) return square === now.from ? NONE : { from: square, to: null };
  return now.from === null || square === now.to ? NONE : { from: now.from, to: square };
}

/** The move that was meant, now that one is to move; undefined if it is not legal, or not the only one. @param {Premove} now @param {CheckersMove[]} legal */
export function findPremove({ from, to }, legal) {
  if (from === null || to === null || !starts(legal).has(from)) return undefined;
  return pick(legal, [from], to).play;
}
