/** The picture of connect four on the start page: a won game. */
import { s } from "ludoteca/lib/dom.js";
import { drawLine, drawRack, drawDisc, middle } from "./drawing.js";

const ROWS = [".......", "...1...", "..101..", ".0010..", ".01100.", "0110010"];
/** @type {[number, number][]} */
const LINE = [[2, 4], [3, 3], [4, 2], [5, 1]];

export function picture() {
  const discs = ROWS.flatMap((owners, row) => [...owners].flatMap((owner, column) => {
    if (owner === ".") return [];
    const { x, y } = middle({ row, column });
    const disc = drawDisc(Number(owner));
    disc.setAttribute("transform", `translate(${x} ${y})`);
    return [disc];
  }));
  return s("svg.four", { viewBox: "0 7.5 70 52.5", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    s("rect.four-back", { width: 70, height: 60 }),
    discs, drawRack(7, 6), drawLine(LINE));
}
