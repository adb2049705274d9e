/** How a game went, move by move: lines over the game with its mistakes marked. A click goes there, and so do the keys. */
import { at, h, s, set, useStyle } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";
import { linePoints, nextMark } from "./points.js";

useStyle(new URL("chart.css", import.meta.url).href);

const SIZE = { width: 400, height: 130 };

/**
 * @typedef {{lines: (number | null)[][], names: string[], marks: {place: number, line: number, verdict: string}[],
 *   tell: (place: number) => string, label: string}} Charted values from 0 to 1; `tell` says in words what is at a place
 */

/** @param {Charted} charted @param {(place: number) => void} go */
export function mountChart({ lines, names, marks, tell, label }, go) {
  const last = Math.max(1, lines[0].length - 1);
  const points = lines.map((line) => linePoints(line, SIZE));
  const cursor = s("line.chart-cursor", { y1: 0, y2: SIZE.height });
  const svg = s("svg.chart", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, "aria-hidden": "true", preserveAspectRatio: "none" },
    [0.25, 0.5, 0.75].map((part) => s("line.chart-middle", { x1: 0, x2: SIZE.width, y1: SIZE.height * part, y2: SIZE.height * part })),
    lines.length === 1 && drawArea(points[0]),
    points.map((line, i) => s("polyline.chart-line", { "data-line": i, points: line.map(({ x, y }) => `${x},${y}`).join(" ") })),
    cursor);
  const dots = marks.flatMap(({ place, line, verdict }) => {
    const point = points[line].find((one) => one.place === place);
    return point ? [at(h("span.chart-mark", { "data-verdict": verdict }), { left: (100 * point.x) / SIZE.width, top: (100 * point.y) / SIZE.height })] : [];
  });
  const slider = h("div.chart-plot", {
    role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": 0, "aria-valuemax": last, onclick: clicked, onkeydown: pressed,
  }, svg, dots);
  const element = h("figure.chart-figure", {}, slider,
    lines.length > 1 && h("figcaption.chart-legend", {}, names.map((name, i) => h("span", { "data-line": i }, name))),
    h("p.help.chart-keys", {}, t("chart.keys")));
  let shown = 0;

  /** @param {MouseEvent} event */
  function clicked(event) {
    const box = slider.getBoundingClientRect();
    go(Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * last));
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const places = marks.map(({ place }) => place);
    /** @type {Record<string, number | null>} */
    const ways = {
      ArrowLeft: shown - 1, ArrowDown: shown - 1, ArrowRight: shown + 1, ArrowUp: shown + 1, Home: 0, End: last,
      PageDown: nextMark(places, shown, 1), PageUp: nextMark(places, shown, -1),
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation(); // the page walks with these keys, too
    const to = ways[event.key];
    if (to !== null) go(Math.max(0, Math.min(last, to)));
  }

  /** @param {number} place */
  function update(place) {
    shown = place;
    const x = (place / last) * SIZE.width;
    set(cursor, "x1", x);
    set(cursor, "x2", x);
    set(slider, "aria-valuenow", place);
    set(slider, "aria-valuetext", tell(place));
  }

  update(0);
  return { element, update };
}

/** @param {{x: number, y: number}[]} points */
function drawArea(points) {
  const middle = SIZE.height / 2;
  const d = points.length ? `M${points[0].x} ${middle}L${points.map(({ x, y }) => `${x} ${y}`).join("L")}L${points.at(-1)?.x} ${middle}Z` : "M0 0";
  return s("path.chart-area", { d });
}
