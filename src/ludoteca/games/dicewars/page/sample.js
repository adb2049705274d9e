/** Small maps for pictures, drawn with letters: the same letter is the same area. */

/** @typedef {import("./geometry.js").DiceMap} DiceMap */
/** @typedef {import("./model.js").DicePosition} DicePosition */

/** @param {string[]} rows digits are areas from 1, a dot is water @returns {DiceMap} */
export function readMap(rows) {
  const columns = rows[0].length;
  const hexes = rows.join("").replaceAll(".", "0");
  const areas = Math.max(...[...hexes].map((digit) => parseInt(digit, 36)));
  /** @type {Set<number>[]} */
  const neighbours = Array.from({ length: areas }, () => new Set());
  const at = (/** @type {number} */ row, /** @type {number} */ column) => (column >= 0 && column < columns && row < rows.length ? parseInt(hexes[row * columns + column], 36) : 0);
  rows.forEach((_, row) => {
    for (let column = 0; column < columns; column++) {
      const right = column + (row % 2);
      for (const other of [at(row, column + 1), at(row + 1, right), at(row + 1, right - 1)]) {
        const here = at(row, column);
        if (!here || !other || here === other) continue;
        neighbours[here - 1].add(other - 1);
        neighbours[other - 1].add(here - 1);
      }
    }
  });
  return { columns, hexes, neighbours: neighbours.map((found) => [...found].sort((a, b) => a - b)) };
}

/** @param {number[]} owner @param {number[]} dice @param {Partial<DicePosition>} [more] @returns {DicePosition} */
export function makePosition(owner, dice, more = {}) {
  const seats = Math.max(...owner) + 1;
  const of = (/** @type {(seat: number) => number} */ value) => Array.from({ length: seats }, (_, seat) => value(seat));
  const areas = of((seat) => owner.filter((mine) => mine === seat).length);
  const pool = of((seat) => owner.reduce((sum, mine, area) => sum + (mine === seat ? dice[area] : 0), 0));
  return {
    phase: "turn", turn: 0, turns: 0, owner, dice, transfers: 6, map_seed: 0, variant: "standard",
    seats: { areas, region: areas, pool, reserve: of(() => 0), chance: [] }, ...more,
  };
}

export const ISLAND = readMap([
  "...1111....22222...",
  "..11111...22222....",
  "..111111332222244..",
  "...11133333224444..",
  "..55533333334444444",
  "..5555533336644444.",
  ".555555336666644...",
  "..5557776666688....",
  "...7777776668888...",
  "...77777799888888..",
  "....777999998888...",
  "......9999998......",
  ".......99999.......",
]);
