/** The picture of Dicewars on the start page: an island at war. */
import { s } from "ludoteca/lib/dom.js";
import { drawDefs, drawMap, newPrefix } from "./drawing.js";
import { chartOf } from "./geometry.js";
import { ISLAND } from "./sample.js";

const OWNER = [0, 1, 0, 5, 0, 4, 6, 4, 6];
const DICE = [3, 6, 8, 2, 4, 5, 1, 7, 2];

export function picture() {
  const prefix = newPrefix();
  const chart = chartOf(ISLAND);
  const { layers, areas, stacks } = drawMap(chart, prefix);
  areas.forEach((path, area) => { path.dataset.seat = String(OWNER[area]); });
  stacks.forEach((stack, area) => stack.update(DICE[area], OWNER[area]));
  const { x, y, width, height } = chart.box;
  return s("svg.dice-svg", { viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    drawDefs(prefix), s("rect.dice-sea", { x: x - 200, y: y - 200, width: width + 400, height: height + 400 }), layers);
}
