/** Connect four in SVG: cells of ten units, a strip with the names of the columns below. */
import { s } from "ludoteca/lib/dom.js";

export const UNIT = 10;
export const STRIP = 5;

/** @param {{row: number, column: number}} at */
export const middle = ({ row, column }) => ({ x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT });

/** The front of the rack: a panel with round holes, behind which discs fall. @param {number} columns @param {number} rows */
export function drawRack(columns, rows) {
  const width = columns * UNIT;
  const height = rows * UNIT + STRIP;
  let way = `M0 0H${width}V${height}H0Z`;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { x, y } = middle({ row, column });
      way += `M${x - 3.9} ${y}a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0 -7.8 0Z`;
    }
  }
  return s("path.four-rack", { d: way, "fill-rule": "evenodd" });
}

/** A disc: a cross on one side's, a ring on the other's, so that colour is never alone. @param {number} owner */
export function drawDisc(owner) {
  const sign = owner === 0 ? s("path", { d: "M-1.5 -1.5L1.5 1.5M1.5 -1.5L-1.5 1.5" }) : s("circle", { r: 1.7 });
  return s(`g.four-disc.-seat${owner}`, { "data-owner": owner },
    s("circle.four-face", { r: 4.3 }), s("circle.four-rim", { r: 3.2 }), s("g.four-sign", {}, sign));
}

/** @param {string} name @param {number} column @param {number} rows */
export function drawColumnName(name, column, rows) {
  return s("text.four-name", { x: (column + 0.5) * UNIT, y: rows * UNIT + 3.2 }, name);
}

/** The winning line, through its first and last cell. @param {[number, number][]} line */
export function drawLine(line) {
  const cells = line.map(([row, column]) => middle({ row, column }));
  const [a, b] = [cells[0], cells[cells.length - 1]];
  return [
    s("line.four-line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
    ...cells.map(({ x, y }) => s("circle.four-won", { cx: x, cy: y, r: 3.9 })),
  ];
}
