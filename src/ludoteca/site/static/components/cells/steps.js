/** Where an arrow key leads on a board of cells, without a browser. */

/** @typedef {{id: number, row: number, column: number}} Cell */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The cell that a key leads to from another, or undefined at the edge. Where no cell is straight ahead (some games use
 * every other one) the nearest is taken, so that up and then down comes back.
 * @param {Cell[]} cells @param {Cell} from @param {string} key
 * @returns {Cell | undefined}
 */
export function step(cells, from, key) {
  if (key === "Home" || key === "End") return edge(cells, from, key === "Home" ? 1 : -1);
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const [down, right] = direction;
  if (right) {
    const row = cells.filter((cell) => cell.row === from.row && (cell.column - from.column) * right > 0);
    return nearest(row, (cell) => Math.abs(cell.column - from.column));
  }
  const aside = from.row % 2 ? 0.1 : -0.1;
  const next = cells.filter((cell) => cell.row === from.row + down);
  return nearest(next, (cell) => Math.abs(cell.column - from.column - aside));
}

/** @param {Cell[]} cells @param {Cell} from @param {number} sign */
function edge(cells, from, sign) {
  return nearest(cells.filter((cell) => cell.row === from.row), (cell) => cell.column * sign);
}

/** @param {Cell[]} cells @param {(cell: Cell) => number} distance */
function nearest(cells, distance) {
  return cells.reduce(
    (best, cell) => (!best || distance(cell) < distance(best) ? cell : best),
    /** @type {Cell | undefined} */ (undefined),
  );
}
