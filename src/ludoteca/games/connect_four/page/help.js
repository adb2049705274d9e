/** The rules of connect four, with pictures. */
import { helpTexts } from "ludoteca/lib/help.js";

/** @param {string[]} rows from the top; a digit is a disc's seat @param {[number, number][] | null} line */
function position(rows, line = null) {
  const all = [...Array.from({ length: 6 - rows.length }, () => "......."), ...rows];
  const cells = all.map((row) => [...row].map((owner) => (owner === "." ? null : Number(owner))));
  return { columns: 7, rows: 6, cells, line, variant: "standard" };
}

const PICTURES = [
  { position: position(["...0...", "..101.."]), hint: { column: 3, row: 3 } },
  { position: position(["...0...", "..010..", ".0110..", "0110101"], [[2, 3], [3, 2], [4, 1], [5, 0]]) },
];

export const helpSections = () => helpTexts("connect_four", PICTURES);
