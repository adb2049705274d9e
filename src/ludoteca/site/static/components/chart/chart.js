/** Who stood better, move by move: a line over the game; a click goes there. */
import { h, s, set, show, useStyle } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";
import { linePoints } from "./points.js";

useStyle(new URL("chart.css", import.meta.url).href);

const SIZE = { width: 400, height: 110 };

/** @param {(number | null)[]} values seat 0's expectation at each ply @param {(ply: number) => void} go */
export function mountChart(values, go) {
  const known = values.filter((value) => value !== null).length;
  const cursor = s("line.chart-cursor", { y1: 0, y2: SIZE.height });
  const points = linePoints(values, SIZE);
  const area = `M0 ${SIZE.height / 2}L${points.map(({ x, y }) => `${x} ${y}`).join("L")}L${points.at(-1)?.x ?? 0} ${SIZE.height / 2}Z`;
  const svg = s("svg.chart", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, "aria-hidden": "true", preserveAspectRatio: "none" },
    s("path.chart-area", { d: points.length ? area : "M0 0" }),
    s("line.chart-middle", { x1: 0, x2: SIZE.width, y1: SIZE.height / 2, y2: SIZE.height / 2 }),
    s("polyline.chart-line", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }), cursor);
  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
  });
  const element = h("figure.chart-figure.panel", {}, h("figcaption.help", {}, t("chart")), svg);
  show(element, known > 1);

  /** @param {number} ply */
  function update(ply) {
    const x = values.length > 1 ? (ply / (values.length - 1)) * SIZE.width : 0;
    set(cursor, "x1", x);
    set(cursor, "x2", x);
  }

  return { element, update };
}
