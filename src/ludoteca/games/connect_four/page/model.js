/**
 * Connect four as a front end needs it, without a browser.
 *
 * @typedef {{columns: number, rows: number, cells: (number | null)[][], line: [number, number][] | null, variant: string}} FourPosition
 * @typedef {{action: number, name: string, column: number, row: number}} FourMove
 * @typedef {{id: number, row: number, column: number, owner: number | null, lands: boolean, won: boolean, last: boolean}} FourCell
 */

export const COLUMN_NAMES = "abcdefghijklmnopqrstuvwxyz";

/** The move into a column, if there is one. @param {FourMove[]} legal @param {number} column */
export const moveInto = (legal, column) => legal.find((move) => move.column === column);

/**
 * Every cell with what is to be shown on it.
 * @param {FourPosition} position @param {FourMove[]} legal @param {{row: number, column: number} | null} last
 * @returns {FourCell[]}
 */
export function cellModels(position, legal, last) {
  const line = new Set((position.line ?? []).map(([row, column]) => row * position.columns + column));
  return position.cells.flatMap((cells, row) =>
    cells.map((owner, column) => {
      const id = row * position.columns + column;
      return {
        id, row, column, owner,
        lands: moveInto(legal, column)?.row === row,
        won: line.has(id),
        last: last?.row === row && last?.column === column,
      };
    }),
  );
}

/**
 * Who owns each cell, with a disc that was just played and is not answered yet.
 * @param {FourPosition} position @param {FourMove | null} pending @param {number} mover
 */
export function withPending({ cells }, pending, mover) {
  if (!pending) return cells;
  return cells.map((owners, row) => owners.map((owner, column) => (row === pending.row && column === pending.column ? mover : owner)));
}
