/**
 * Checkers as a front end needs it, without a browser: how clicks become one of the legal moves that the server sent,
 * and what to show on which square. Nothing here knows the rules.
 *
 * @typedef {{action: number, name: string, path: number[], taken: number[], capture: boolean, crowned: boolean}} CheckersMove
 * @typedef {{square: number, name: string, algebraic: string, row: number, column: number}} Place
 * @typedef {{rules: string, letters: boolean, mirrored: boolean, squares: Place[], pieces: Record<string, string>,
 *   to_move: number, quiet: number, fen: string}} CheckersPosition
 * @typedef {{chosen: number[], play?: number, attempt?: {from: number, to?: number}}} Picked
 */

/** @param {number[]} path @param {number[]} prefix */
const begins = (path, prefix) => prefix.every((square, i) => path[i] === square);

/** The legal moves that begin like this. @param {CheckersMove[]} legal @param {number[]} chosen */
export const following = (legal, chosen) => legal.filter((move) => begins(move.path, chosen));

/** The squares whose pieces can move. @param {CheckersMove[]} legal */
export const starts = (legal) => new Set(legal.map((move) => move.path[0]));

/** The move that ends where the chosen squares end: what "stop here" plays. @param {CheckersMove[]} legal @param {number[]} chosen */
export function stopping(legal, chosen) {
  return chosen.length < 2 ? undefined : following(legal, chosen).find((move) => move.path.length === chosen.length);
}

/**
 * A square was clicked while `chosen` (the beginning of a way) was chosen.
 * @param {CheckersMove[]} legal @param {number[]} chosen @param {number} square
 * @returns {Picked}
 */
export function pick(legal, chosen, square) {
  if (!chosen.length) return begin(legal, square);
  if (square === chosen.at(-1)) return stopOrDrop(legal, chosen);
  const open = following(legal, chosen);
  const next = open.filter((move) => move.path[chosen.length] === square);
  if (next.length) return advance([...chosen, square], next);
  const ending = open.filter((move) => move.path.at(-1) === square);
  if (ending.length) return advance(commonWay(ending), ending);
  if (starts(legal).has(square)) return { chosen: [square] };
  return { chosen, attempt: { from: chosen[0], to: square } };
}

/** @param {CheckersMove[]} legal @param {number} square @returns {Picked} */
function begin(legal, square) {
  return starts(legal).has(square) ? { chosen: [square] } : { chosen: [], attempt: { from: square } };
}

/** @param {CheckersMove[]} legal @param {number[]} chosen @returns {Picked} */
function stopOrDrop(legal, chosen) {
  const stop = stopping(legal, chosen);
  if (stop) return { chosen: [], play: stop.action };
  return { chosen: chosen.length > 1 ? chosen : [] };
}

/** One move left: play it. More: wait on the way that they share. @param {number[]} chosen @param {CheckersMove[]} left @returns {Picked} */
function advance(chosen, left) {
  const same = left.every((move) => move.path.join() === left[0].path.join());
  return same ? { chosen: [], play: left[0].action } : { chosen };
}

/** @param {CheckersMove[]} moves */
function commonWay(moves) {
  const [first, ...rest] = moves.map((move) => move.path);
  let n = first.length;
  for (const path of rest) while (!begins(path, first.slice(0, n))) n -= 1;
  return first.slice(0, n);
}

/**
 * What to show on each square: `movable`, `chosen`, `step` (a quiet destination), `jump` (the next landing of a
 * capture), `stop` (a landing further on in the chain).
 * @param {CheckersMove[]} legal @param {number[]} chosen
 * @returns {Map<number, string>}
 */
export function marks(legal, chosen) {
  if (!chosen.length) return new Map([...starts(legal)].map((square) => [square, "movable"]));
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const move of following(legal, chosen)) {
    move.path.slice(chosen.length).forEach((square, i) => {
      if (i === 0) found.set(square, move.capture ? "jump" : "step");
      else if (!found.has(square)) found.set(square, "stop");
    });
  }
  found.set(/** @type {number} */ (chosen.at(-1)), "chosen");
  return found;
}

/**
 * The pieces as they stand while a chain is being chosen: the mover has hopped, what it took so far is pale.
 * @param {CheckersPosition} position @param {CheckersMove[]} legal @param {number[]} chosen
 */
export function preview(position, legal, chosen) {
  const pieces = { ...position.pieces };
  if (chosen.length < 2) return { pieces, pale: /** @type {number[]} */ ([]) };
  const piece = pieces[chosen[0]];
  delete pieces[chosen[0]];
  pieces[/** @type {number} */ (chosen.at(-1))] = piece;
  const [move] = following(legal, chosen);
  return { pieces, pale: move ? move.taken.slice(0, chosen.length - 1) : [] };
}

/** The pieces after a move that is not answered yet: what it took is pale. @param {CheckersPosition} position @param {CheckersMove} move */
export function played(position, { path, taken }) {
  const pieces = { ...position.pieces };
  delete pieces[path[0]];
  pieces[path[path.length - 1]] = position.pieces[path[0]];
  return { pieces, pale: taken };
}

/** Where a square is drawn. @param {Place} place @param {boolean} flipped */
export function spot(place, flipped) {
  return flipped ? { row: 7 - place.row, column: 7 - place.column } : { row: place.row, column: place.column };
}

/** Whether squares are called by letters. @param {CheckersPosition} position @param {string} choice auto, numbers or letters */
export const usesLetters = (position, choice) => (choice === "auto" ? position.letters : choice === "letters");

/** @param {Place} place @param {boolean} letters */
export const squareName = (place, letters) => (letters ? place.algebraic : String(place.square));

/**
 * A move's name in the other way of writing, square by square: `22-18` is `e3-d4`.
 * @param {string} name @param {CheckersPosition} position @param {boolean} letters
 */
export function renameMove(name, position, letters) {
  const names = new Map();
  for (const place of position.squares) {
    names.set(String(place.square), squareName(place, letters));
    names.set(place.algebraic, squareName(place, letters));
  }
  return name.replace(/[a-h]?\d+/g, (square) => names.get(square) ?? square);
}

/** Whether a pasted text is a position or a game: a FEN is one line that names both sides. @param {string} text */
export const guessFormat = (text) => (/^(\[FEN "?)?[WB]:[WB]/i.test(text.trim()) && !/\n\s*\d+\./.test(text) ? "fen" : "pdn");

/** A position in text, from the pieces of the editor. @param {Record<string, string>} pieces @param {"W" | "B"} toMove */
export function formatFen(pieces, toMove) {
  const sides = ["w", "b"].map((colour) => {
    const squares = Object.keys(pieces).filter((square) => pieces[square].toLowerCase() === colour);
    squares.sort((a, b) => Number(a) - Number(b));
    return colour.toUpperCase() + squares.map((square) => (pieces[square] === colour ? square : `K${square}`)).join(",");
  });
  return [toMove, ...sides].join(":");
}
