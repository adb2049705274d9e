/** The list of moves, without a browser. */

/** @typedef {import("./types.js").PlayedMove} PlayedMove */

/**
 * Rows of the list: with two seats a number and a move of each, begun by whoever moved first; otherwise a row a move.
 * @param {PlayedMove[]} moves @param {number} seats
 * @returns {{number: number, moves: (PlayedMove | null)[]}[]}
 */
export function moveRows(moves, seats) {
  if (seats !== 2) return moves.map((move, i) => ({ number: i + 1, moves: [move] }));
  /** @type {{number: number, moves: (PlayedMove | null)[]}[]} */
  const rows = [];
  const first = moves[0]?.seat;
  for (const move of moves) {
    const open = rows.at(-1);
    if (move.seat !== first && open && open.moves[1] === null) open.moves[1] = move;
    else rows.push({ number: rows.length + 1, moves: move.seat === first ? [move, null] : [null, move] });
  }
  return rows;
}

/**
 * The position that a key leads to, or null if the key means nothing here.
 * @param {string} key @param {number} number @param {number} last
 */
export function numberByKey(key, number, last) {
  /** @type {Record<string, number>} */
  const places = { ArrowLeft: number - 1, ArrowRight: number + 1, ArrowUp: 0, ArrowDown: last };
  return key in places ? Math.min(last, Math.max(0, places[key])) : null;
}

/** The position of `#12`; null for none or nonsense. @param {string} hash @param {number} last */
export function numberOfHash(hash, last) {
  const found = /^#(\d{1,6})$/.exec(hash);
  return found ? Math.min(last, Number(found[1])) : null;
}
