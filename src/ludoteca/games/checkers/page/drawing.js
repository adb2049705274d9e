/** Checkers in SVG: a board of eight by eight units of ten, its pieces, and what is drawn over them. */
import { s } from "ludoteca/lib/dom.js";

export const UNIT = 10;

/** The middle of a place on the board. @param {{row: number, column: number}} at */
export const middle = (at) => ({ x: (at.column + 0.5) * UNIT, y: (at.row + 0.5) * UNIT });

/** The 64 squares; dark ones are those of the pieces. @param {boolean} darkCorner whether the upper left one is dark */
export function drawSquares(darkCorner) {
  const squares = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const dark = (row + column) % 2 === (darkCorner ? 0 : 1);
      const at = { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT };
      squares.push(s(`rect.checkers-${dark ? "dark" : "light"}`, at));
    }
  }
  return squares;
}

/** What a square is called, in its corner. @param {string} name @param {{x: number, y: number}} at */
export const drawName = (name, { x, y }) => s("text.checkers-name", { x: x - 4.7, y: y - 3.25 }, name);

/** @param {string} kind w, W, b or B */
export function drawPiece(kind) {
  const colour = kind.toLowerCase() === "w" ? "white" : "black";
  const king = kind !== kind.toLowerCase();
  const parts = s("g", { transform: "scale(0.93)" },
    s("ellipse.checkers-shadow", { cx: 0, cy: 0.7, rx: 4.1, ry: 3.9 }),
    king && s("circle.checkers-edge", { cy: 0.55, r: 4 }),
    s("circle.checkers-edge", { cy: king ? -0.25 : 0, r: 4 }),
    s("circle.checkers-face", { cy: king ? -0.45 : -0.2, r: 3.6 }),
    s("circle.checkers-groove", { cy: king ? -0.45 : -0.2, r: king ? 3.1 : 2.5 }),
    king && drawCrown(),
  );
  return s(`g.checkers-piece.-${colour}`, { "data-kind": kind }, parts);
}

function drawCrown() {
  return s("path.checkers-crown", {
    d: "M-2 1 L-2.2 -1.5 L-1.05 -0.45 L0 -2.1 L1.05 -0.45 L2.2 -1.5 L2 1 Z M-2 1.45 H2",
    transform: "translate(0 -0.25)",
  });
}

/** @param {number} x @param {number} y */
export const placed = (x, y) => `translate(${x} ${y})`;

/** A dot for a step, a ring for a capture's landing, a dashed ring further on. @param {string} mark @param {{x: number, y: number}} at */
export function drawMark(mark, at) {
  const where = { cx: at.x, cy: at.y };
  if (mark === "step") return s("circle.checkers-dot", { ...where, r: 1.5 });
  if (mark === "jump") return s("g.checkers-jump", {}, s("circle", { ...where, r: 3.3 }), s("circle.checkers-dot", { ...where, r: 1.2 }));
  if (mark === "stop") return s("circle.checkers-stop-mark", { ...where, r: 3.3 });
  const corner = { x: at.x - UNIT / 2, y: at.y - UNIT / 2, width: UNIT, height: UNIT };
  if (mark === "chosen" || mark === "premove") return s(`rect.checkers-${mark}`, corner);
  return s("circle.checkers-movable", { ...where, r: 4.35 });
}

/** The way of the last move through all its hops. @param {{x: number, y: number}[]} points @param {{x: number, y: number}[]} taken */
export function drawTrail(points, taken) {
  return [
    ...points.map(({ x, y }) =>
      s("rect.checkers-trail-square", { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT })),
    s("polyline.checkers-trail", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
    ...points.slice(1, -1).map(({ x, y }) => s("circle.checkers-hop", { cx: x, cy: y, r: 1.1 })),
    ...taken.map(({ x, y }) => s("path.checkers-taken", { d: "M-1.3 -1.3 L1.3 1.3 M1.3 -1.3 L-1.3 1.3", transform: placed(x, y) })),
  ];
}

/** An arrow through these points. @param {{x: number, y: number}[]} points */
export function drawArrow(points) {
  const [a, b] = points.slice(-2);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const neck = { x: b.x - 3 * Math.cos(angle), y: b.y - 3 * Math.sin(angle) };
  const shaft = [...points.slice(0, -1), neck];
  return [
    s("polyline.checkers-arrow", { points: shaft.map(({ x, y }) => `${x},${y}`).join(" ") }),
    s("polygon.checkers-arrow-head", {
      points: "3.4,0 -1,-2.3 -1,2.3",
      transform: `${placed(neck.x, neck.y)} rotate(${(angle * 180) / Math.PI})`,
    }),
  ];
}

/** @param {{x: number, y: number}} at */
export const drawFlash = ({ x, y }) => s("rect.checkers-flash", { x: x - 4.7, y: y - 4.7, width: 9.4, height: 9.4, rx: 1 });
