/** Dicewars in SVG: dice in stacks, dice that were rolled, areas with a colour and a pattern of their own. */
import { s } from "ludoteca/lib/dom.js";

const HALF = 8.2; // of a die's width
const SLOPE = 3.9; // of its top
const TALL = 9;
export const SEATS = 8;
export const MOST = 8;
let boards = 0;

/** A name for a board's symbols that no other board on the page has. */
export const newPrefix = () => `dice${(boards += 1)}`;

/** Where the dice of a stack stand: up to four on one another, then a second pile in front. @param {number} count */
export function stackPlaces(count) {
  const back = Math.min(count, 4);
  const two = count > 4;
  const pile = (/** @type {number} */ many, /** @type {number} */ x, /** @type {number} */ y) =>
    Array.from({ length: many }, (_, i) => ({ x, y: y - i * TALL }));
  return [...pile(back, two ? -7.2 : -2, two ? 5 : 8), ...pile(count - back, 7.2, 10.5)];
}

/** How high a stack reaches above the middle of its area. @param {number} count */
export const stackTop = (count) => Math.min(count, 4) * TALL - (count > 4 ? 5 : 8) + SLOPE;

/** One die, seen from above its corner. @param {{x: number, y: number}} at */
function drawDie({ x, y }) {
  const top = y - TALL;
  return s("g", { transform: `translate(${x} ${top})` },
    s("path.dice-left", { d: `M${-HALF} 0L0 ${SLOPE}V${SLOPE + TALL}L${-HALF} ${TALL}Z` }),
    s("path.dice-right", { d: `M${HALF} 0L0 ${SLOPE}V${SLOPE + TALL}L${HALF} ${TALL}Z` }),
    s("path.dice-top", { d: `M0 ${-SLOPE}L${HALF} 0L0 ${SLOPE}L${-HALF} 0Z` }),
    s("path.dice-pips", { d: PIP_MARKS }));
}

/** One pip on top, two on the left face, three on the right one: dots of a round pen. */
const PIP_MARKS = [[0, 0], [-HALF * 0.72, SLOPE * 0.28 + TALL * 0.25], [-HALF * 0.28, SLOPE * 0.72 + TALL * 0.75],
  [HALF * 0.22, SLOPE * 0.78 + TALL * 0.22], [HALF * 0.5, SLOPE * 0.5 + TALL * 0.5], [HALF * 0.78, SLOPE * 0.22 + TALL * 0.78]]
  .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h.01`).join("");

/** The symbols and patterns of a board. @param {string} prefix */
export function drawDefs(prefix) {
  const stacks = Array.from({ length: MOST }, (_, i) => s("g", { id: `${prefix}-stack${i + 1}` }, stackPlaces(i + 1).map(drawDie)));
  const patterns = PATTERNS.map((d, seat) => s("pattern", { id: `${prefix}-pattern${seat}`, width: 12, height: 12, patternUnits: "userSpaceOnUse" },
    s("path.dice-pattern-line", { d })));
  return s("defs", {}, stacks, patterns);
}

/** A pattern a seat, on tiles of twelve units: seats are told apart without colour. */
const PATTERNS = [
  "M-3 3L3 -3M0 12L12 0M9 15L15 9",
  "M6 4.4a1.6 1.6 0 1 0 .01 0M0 -1.6a1.6 1.6 0 1 0 .01 0M12 -1.6a1.6 1.6 0 1 0 .01 0M0 10.4a1.6 1.6 0 1 0 .01 0M12 10.4a1.6 1.6 0 1 0 .01 0",
  "M0 3H12M0 9H12",
  "M3 0V12M9 0V12",
  "M-3 9L3 15M0 0L12 12M9 -3L15 3",
  "M0 6Q3 2 6 6T12 6",
  "M3 6H9M6 3V9",
  "M0 0L12 12M12 0L0 12",
];

/** A stack of dice with its number. @param {string} prefix */
export function drawStack(prefix) {
  const dice = s("use.dice-stack", { href: `#${prefix}-stack1` });
  const number = s("text.dice-number", { y: 17 });
  const element = s("g.dice-on", {}, dice, number);

  /** @param {number} count @param {number} seat */
  function update(count, seat) {
    element.dataset.seat = String(seat);
    element.style.display = count ? "" : "none";
    if (!count || number.textContent === String(count)) return;
    dice.setAttribute("href", `#${prefix}-stack${Math.min(count, MOST)}`);
    number.setAttribute("x", String(count > 4 ? 21 : 13));
    number.textContent = String(count);
  }

  return { element, dice, update };
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The face of a die that was rolled. @param {number} face @param {number} seat */
export function drawFace(face, seat) {
  return s("svg.dice-face", { viewBox: "0 0 20 20", "data-seat": seat, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4 }),
    PIPS[face].map((place) => s("circle", { cx: 5 + 5 * (place % 3), cy: 5 + 5 * Math.floor(place / 3), r: 1.9 })));
}

/** A seat's emblem, coloured and patterned as its land. @param {number} seat @param {string} prefix of a board on the page */
export function drawEmblem(seat, prefix) {
  return s("svg.dice-emblem", { viewBox: "0 0 24 24", "aria-hidden": "true", "data-seat": seat },
    s("path.dice-area", { d: HEX, "data-seat": seat }), s("path.dice-pattern", { d: HEX, fill: `url(#${prefix}-pattern${seat})` }));
}
const HEX = "M12 2L21 7V17L12 22L3 17V7Z";

/** The map: sea, coast, areas, and a layer for each thing that lies on them. @param {import("./geometry.js").Chart} chart @param {string} prefix */
export function drawMap(chart, prefix) {
  const areas = chart.areas.map(({ path }, area) => s("path.dice-area", { d: path, "data-area": area, "data-seat": -1 }));
  const patterns = chart.areas.map(({ path }) => s("path.dice-pattern", { d: path }));
  const marks = chart.areas.map(({ path }) => s("path.dice-mark", { d: path }));
  const stacks = chart.areas.map(({ middle }) => {
    const stack = drawStack(prefix);
    stack.element.setAttribute("transform", `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})`);
    return stack;
  });
  const layers = [
    s("g", { "aria-hidden": "true" }, s("path.dice-shallows.-wide", { d: chart.coast }), s("path.dice-shallows", { d: chart.coast }), s("path.dice-shore", { d: chart.coast }),
      chart.links.map(([a, b]) => s("line.dice-link", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }))),
    s("g.dice-areas", {}, chart.order.map((area) => areas[area])),
    s("g.dice-over", { "aria-hidden": "true" }, patterns, marks,
      [...chart.areas.keys()].sort((a, b) => chart.areas[a].middle.y - chart.areas[b].middle.y).map((area) => stacks[area].element)),
  ];
  return { layers, areas, patterns, marks, stacks };
}
