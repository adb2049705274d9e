/** The war as a whole: areas of every seat over the turns, and a scrubber that goes turn by turn. */
import { h, replace, s, set, useStyle } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { drawDefs, drawEmblem, newPrefix } from "./drawing.js";
import { seriesOf, turnOf, turnPlies } from "./model.js";
import { nameSeat } from "./words.js";

useStyle(new URL("panels.css", import.meta.url).href);

const SIZE = { width: 400, height: 150 };

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Step[]} positions @param {(ply: number) => void} go @returns {{update: (ply: number) => void}} */
export function mountReplay(host, positions, go) {
  const steps = /** @type {any} */ (positions);
  const plies = turnPlies(steps);
  const series = seriesOf(steps, plies);
  const most = Math.max(...series.flat(), 1);
  const last = plies.length - 1;
  const prefix = newPrefix();
  const x = (/** @type {number} */ turn) => (last ? (turn / last) * SIZE.width : 0);
  const y = (/** @type {number} */ areas) => SIZE.height - 6 - (areas / most) * (SIZE.height - 12);
  const cursor = s("line", { y1: 0, y2: SIZE.height });
  const lines = series.map((values, seat) => {
    const points = values.map((areas, turn) => `${x(turn).toFixed(1)},${y(areas).toFixed(1)}`).join(" ");
    return [s("polyline.-rim", { points }), s("polyline", { points, "data-seat": seat })];
  });
  const grid = [0.25, 0.5, 0.75, 1].map((part) => s("line.-grid", { x1: 0, x2: SIZE.width, y1: y(part * most), y2: y(part * most) }));
  const svg = s("svg.dice-chart", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, grid, lines.flat(), cursor);
  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    go(plies[Math.round(((event.clientX - box.left) / box.width) * last)]);
  });
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": t("dicewars.replay.turns"), oninput: () => go(plies[Number(slider.value)]) });
  const told = h("p.soft");
  const legend = h("ul.dice-legend", {}, series.map((_, seat) => h("li", {}, drawEmblem(seat, prefix), h("span"))));
  replace(host, h("figure.dice-replay.panel", {}, h("figcaption", {}, t("dicewars.replay.chart")), s("svg.dice-symbols", { width: 0, height: 0, "aria-hidden": "true" }, drawDefs(prefix)),
    svg, slider, told, legend));

  /** @param {number} ply */
  function update(ply) {
    const turn = turnOf(plies, ply);
    for (const end of ["x1", "x2"]) set(cursor, end, x(turn));
    slider.value = String(turn);
    const text = t("dicewars.replay.turn", { turn: turn + 1, last: last + 1, seat: nameSeat(steps[plies[turn]].position.turn) });
    set(slider, "aria-valuetext", text);
    told.textContent = text;
    legend.querySelectorAll("li > span").forEach((/** @type {Element} */ item, /** @type {number} */ seat) => { item.textContent = `${nameSeat(seat)} ${series[seat][turn]}`; });
  }

  return { update };
}
