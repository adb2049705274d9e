/** Hanabi in SVG. Each colour has a shape of its own, so that colour is never alone. */
import { s } from "ludoteca/lib/dom.js";
import { isCritical, isHidden, known, mayColours, mayRanks } from "./model.js";

/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */
/** @typedef {import("./model.js").Card} Card */

/** By colour, in a circle of radius one: a triangle, a star, a square, a ring, a diamond. */
const SHAPES = [
  "M0 -1L0.95 0.75H-0.95Z",
  "M0 -1L0.29 -0.3L0.99 -0.25L0.45 0.22L0.62 0.95L0 0.56L-0.62 0.95L-0.45 0.22L-0.99 -0.25L-0.29 -0.3Z",
  "M-0.8 -0.8H0.8V0.8H-0.8Z",
  "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0ZM-0.45 0A0.45 0.45 0 1 1 0.45 0A0.45 0.45 0 1 1 -0.45 0Z",
  "M0 -1.05L0.8 0L0 1.05L-0.8 0Z",
];

/** @param {string} name @param {number} colour @param {number} x @param {number} y @param {number} r */
const drawShape = (name, colour, x, y, r) =>
  s(`path.${name}`, { d: SHAPES[colour], transform: `translate(${x} ${y}) scale(${r})`, "fill-rule": "evenodd" });

/** A card's face, as far as it is known; `rank` may be left empty. @param {import("./model.js").Kind} kind */
export function drawFace({ colour, rank }) {
  return s(`g.hanabi-face.${colour === null ? "-unknown" : `-colour${colour}`}`, {},
    s("rect", { x: 1, y: 1, width: 38, height: 50, rx: 4 }),
    s("text.hanabi-rank", { x: 20, y: 26 }, rank === null ? (colour === null ? "?" : "") : String(rank + 1)),
    colour !== null && drawShape("hanabi-shape", colour, 20, 39, 6.5));
}

/**
 * A card with what its owner knows of it below; `asOwner` shows no more than that.
 * @param {HanabiPosition} position @param {Card} card @param {boolean} [asOwner]
 */
export function drawCard(position, card, asOwner = false) {
  const hidden = asOwner || isHidden(card);
  const face = drawFace(hidden ? known(card) : card);
  if (hidden) face.classList.add("-hidden");
  if (isCritical(position, hidden ? known(card) : card)) face.append(s("text.hanabi-critical", { x: 33, y: 13 }, "!"));
  const colours = mayColours(card);
  const ranks = mayRanks(card);
  return s("svg.hanabi-card", { viewBox: "0 0 40 70", "aria-hidden": "true" }, face,
    position.colours.map((_, colour) => {
      const mark = drawShape(`hanabi-may.-colour${colour}`, colour, 4 + 8 * colour, 57, 2.9);
      return fade(mark, colours.includes(colour), card.told_colour);
    }),
    Array.from({ length: position.ranks }, (_, rank) =>
      fade(s("text.hanabi-may", { x: 4 + 8 * rank, y: 68.5 }, String(rank + 1)), ranks.includes(rank), card.told_rank)));
}

/** @param {SVGElement} mark @param {boolean} possible @param {boolean} told */
function fade(mark, possible, told) {
  mark.classList.add(possible ? (told ? "-told" : "-possible") : "-not");
  return mark;
}

/** A firework: its highest card, or its empty place. @param {number} colour @param {number} height */
export function drawPile(colour, height) {
  const face = drawFace({ colour, rank: height ? height - 1 : null });
  if (!height) face.classList.add("-empty");
  return s("svg.hanabi-pile", { viewBox: "0 0 40 52", "aria-hidden": "true" }, face);
}

/** A colour alone, small. @param {number} colour */
export function drawColour(colour) {
  return s("svg.hanabi-colour", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s(`g.hanabi-face.-colour${colour}`, {},
    s("rect", { x: 0.4, y: 0.4, width: 11.2, height: 11.2, rx: 2.5 }), drawShape("hanabi-shape", colour, 6, 6, 3.4)));
}

/** So many of so many: tokens as discs, lives as hearts. @param {"token" | "life"} what @param {number} n @param {number} most */
export function drawCounter(what, n, most) {
  const heart = "M0 0.9C-1.5 -0.1 -0.9 -1.2 0 -0.45C0.9 -1.2 1.5 -0.1 0 0.9Z";
  const disc = "M-0.85 0A0.85 0.85 0 1 0 0.85 0A0.85 0.85 0 1 0 -0.85 0Z";
  return s("svg.hanabi-counter", { viewBox: `0 0 ${most * 10} 10`, "aria-hidden": "true" }, Array.from({ length: most }, (_, i) =>
    s(`path.-${what}${i < n ? "" : ".-spent"}`, { d: what === "life" ? heart : disc, transform: `translate(${5 + 10 * i} 5) scale(4)` })));
}

/** An eye: to see as somebody else does. */
export function drawEye() {
  return s("svg.hanabi-eye", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: "M2 12c4-7 16-7 20 0c-4 7-16 7-20 0Z" }), s("circle", { cx: 12, cy: 12, r: 3 }));
}
