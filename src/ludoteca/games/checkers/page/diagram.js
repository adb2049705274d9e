/** A position for a picture, as the server would show it: on the usual board, where square 1 is the second of the top row. */

/** @param {Record<number, string>} pieces @returns {import("./model.js").CheckersPosition} */
export function usualPosition(pieces) {
  const squares = Array.from({ length: 32 }, (_, i) => {
    const row = Math.floor(i / 4);
    const column = 2 * (i % 4) + (1 - (row % 2));
    return { square: i + 1, name: String(i + 1), algebraic: `${"abcdefgh"[column]}${8 - row}`, row, column };
  });
  return { rules: "english", letters: false, mirrored: false, squares, pieces, to_move: 0, quiet: 0, fen: "" };
}
