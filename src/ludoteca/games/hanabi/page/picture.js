/** The picture of hanabi on the start page: fireworks over a hand that its owner cannot see. */
import { s } from "ludoteca/lib/dom.js";
import { drawFace } from "./drawing.js";

/** @type {[number | null, number | null, number, number, number][]} colour, rank, x, y, turned by */
const CARDS = [
  [0, 2, 12, 22, -14], [1, 0, 26, 15, -7], [2, 4, 40, 12, 0], [3, 1, 54, 15, 7], [4, 3, 68, 22, 14],
  [null, null, 24, 47, -8], [null, null, 40, 45, 0], [null, null, 56, 47, 8],
];

export function picture() {
  const sparks = Array.from({ length: 24 }, (_, i) => {
    const [x, y] = [(i * 37) % 80, (i * 23) % 60];
    return s("circle.hanabi-spark", { cx: x, cy: y, r: 0.35 + (i % 3) * 0.2 });
  });
  return s("svg.hanabi-picture", { viewBox: "0 0 80 60", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    s("rect.hanabi-night", { width: 80, height: 60 }), sparks,
    CARDS.map(([colour, rank, x, y, turn]) =>
      s("g", { transform: `translate(${x} ${y}) rotate(${turn}) scale(0.42) translate(-20 -26)` }, drawFace({ colour, rank }))));
}
