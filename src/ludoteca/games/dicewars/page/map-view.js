/** The map on the page: areas are buttons in reading order, arrow keys go from neighbour to neighbour. */
import { h, replace, s, set } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { drawDefs, drawMap, newPrefix, stackTop } from "./drawing.js";
import { chartOf, stepFrom } from "./geometry.js";
import { tellOdds } from "./words.js";

/** @typedef {import("./model.js").Land} Land */
/** @typedef {import("./model.js").DiceMove} DiceMove */
/** @typedef {{x: number, y: number}} Point */

/**
 * @param {HTMLElement} host
 * @param {{pick: (area: number) => void, cancel: () => void, point: (area: number | null) => void}} how
 */
export function mountMap(host, how) {
  const prefix = newPrefix();
  const chips = s("g", { "aria-hidden": "true" });
  const arrows = s("g", { "aria-hidden": "true" });
  const flying = s("g", { "aria-hidden": "true" });
  const svg = s("svg.dice-svg", { role: "group", "aria-label": t("dicewars.map") });
  const element = h("div.dice-map", {}, svg);
  host.append(element);
  /** @type {import("./geometry.js").Chart | null} */
  let chart = null;
  /** @type {ReturnType<typeof drawMap> | null} */
  let drawn = null;
  let current = -1;
  let known = "";

  svg.addEventListener("click", (/** @type {Event} */ event) => {
    const area = areaOf(event.target);
    if (area === null) return how.cancel();
    focusOn(area, false);
    how.pick(area);
  });
  svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const area = areaOf(event.target);
    if (area === null || !chart || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") how.pick(area);
    else if (event.key === "Escape") how.cancel();
    else {
      const to = stepFrom(chart, area, event.key);
      if (to !== undefined) focusOn(to, true);
      else if (!event.key.startsWith("Arrow")) return;
    }
    event.preventDefault();
    event.stopPropagation(); // the page's arrows walk through the moves
  });
  svg.addEventListener("pointerover", (/** @type {Event} */ event) => how.point(areaOf(event.target)));
  svg.addEventListener("pointerleave", () => how.point(null));
  svg.addEventListener("focusin", (/** @type {Event} */ event) => how.point(areaOf(event.target)));

  /** @param {number} area @param {boolean} focus */
  function focusOn(area, focus) {
    drawn?.areas[current]?.setAttribute("tabindex", "-1");
    current = area;
    drawn?.areas[area]?.setAttribute("tabindex", "0");
    if (focus) drawn?.areas[area]?.focus();
  }

  /** Build the map, once. @param {import("./geometry.js").DiceMap} map @param {boolean} interactive */
  function build(map, interactive) {
    const key = map.hexes + JSON.stringify(map.neighbours);
    if (key === known) return;
    known = key;
    chart = chartOf(map);
    drawn = drawMap(chart, prefix);
    const { x, y, width, height } = chart.box;
    svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
    element.style.setProperty("--dice-ratio", (width / height).toFixed(3));
    replace(svg, drawDefs(prefix), s("rect.dice-sea", { x, y, width, height }), drawn.layers, arrows, chips, flying);
    if (!interactive) return;
    for (const area of drawn.areas) for (const [name, value] of [["role", "button"], ["tabindex", -1]]) set(area, String(name), value);
    focusOn(chart.order[0], false);
  }

  /** Owners and dice: only what changed is touched. @param {Land} land */
  function paint(land) {
    drawn?.areas.forEach((path, area) => {
      const seat = String(land.owner[area] ?? -1);
      if (path.dataset.seat !== seat) {
        path.dataset.seat = seat;
        drawn?.patterns[area].setAttribute("fill", seat === "-1" ? "none" : `url(#${prefix}-pattern${seat})`);
      }
      drawn?.stacks[area].update(land.dice[area] ?? 0, land.owner[area] ?? -1);
    });
  }

  /** @param {(area: number) => string} label @param {number | null} chosen @param {boolean} playable */
  function name(label, chosen, playable) {
    drawn?.areas.forEach((path, area) => {
      const said = label(area);
      if (path.getAttribute("aria-label") !== said) path.setAttribute("aria-label", said);
      set(path, "aria-pressed", playable ? String(chosen === area) : null);
    });
  }

  /** @param {Map<number, string>} marks */
  function light(marks) {
    drawn?.marks.forEach((path, area) => set(path, "data-mark", marks.get(area) ?? null));
    set(element, "data-choosing", [...marks.values()].includes("chosen"));
  }

  /** The odds of each attack that can be made now, above its target. @param {DiceMove[]} moves @param {number | null} pointed @param {Land} land */
  function showOdds(moves, pointed, land) {
    replace(chips, moves.filter((move) => move.odds !== undefined).map((move) => {
      const { x, y } = middle(Number(move.target));
      return s("g.dice-chip", { transform: `translate(${x} ${y - 12 - stackTop(land.dice[Number(move.target)])})`, "data-pointed": move.target === pointed },
        s("rect", { x: -21, y: -10, width: 42, height: 20, rx: 10 }), s("text", { y: 5 }, tellOdds(Number(move.odds))));
    }));
  }

  /** An arrow from area to area, or none. @param {{source?: number, target?: number} | null} move @param {string} [kind] */
  function point(move, kind = "hint") {
    if (!move || move.source === undefined || move.target === undefined) return replace(arrows);
    const [from, to] = [middle(move.source), middle(move.target)];
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
    const [start, end] = [{ x: from.x + dx * 12, y: from.y + dy * 12 }, { x: to.x - dx * 15, y: to.y - dy * 15 }];
    const drawLine = (/** @type {string} */ tag) => s(tag, { x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    const head = `M${end.x + dx * 12} ${end.y + dy * 12}L${end.x - dy * 9} ${end.y + dx * 9}L${end.x + dy * 9} ${end.y - dx * 9}Z`;
    replace(arrows, s(`g.dice-arrow.-${kind}`, {}, drawLine("line.-case"), s("path.-case", { d: head }), drawLine("line"), s("path", { d: head })));
  }

  /** @param {number} area @returns {Point} */
  const middle = (area) => chart?.areas[area]?.middle ?? { x: 0, y: 0 };

  /** A die falls on an area. @param {number} area @param {number} time */
  function drop(area, time) {
    drawn?.stacks[area]?.dice.animate([{ transform: "translateY(-16px)", easing: "ease-in" }, { transform: "translateY(0)" }], { duration: time });
  }

  /** An area changes hands, or holds. @param {number} area @param {number} time */
  function flash(area, time) {
    drawn?.marks[area]?.animate([{ stroke: "#fff", strokeWidth: 7, strokeOpacity: 1 }, { stroke: "#fff", strokeWidth: 1, strokeOpacity: 0 }], { duration: time });
  }

  /** Dice wander from area to area. @param {number} source @param {number} target @param {number} count @param {number} seat @param {number} time */
  function fly(source, target, count, seat, time) {
    const [from, to] = [middle(source), middle(target)];
    const dice = s("g.dice-on", { "data-seat": seat }, s("use", { href: `#${prefix}-stack${Math.min(8, Math.max(1, count))}` }));
    flying.append(dice);
    const at = (/** @type {Point} */ { x, y }) => `translate(${x}px, ${y}px)`;
    dice.animate([{ transform: at(from) }, { transform: at(to) }], { duration: time, easing: "ease-in-out", fill: "forwards" }).finished.then(() => dice.remove(), () => dice.remove());
  }

  /** @param {number[]} areas */
  function shake(areas) {
    for (const area of areas) drawn?.marks[area]?.animate([{ stroke: "var(--danger-strong)", strokeWidth: 6, strokeOpacity: 1 }, { stroke: "var(--danger-strong)", strokeWidth: 6, strokeOpacity: 0 }], { duration: 900 });
  }

  return { element, prefix, build, paint, name, light, showOdds, point, drop, flash, fly, shake, focus: () => focusOn(current, true),
    neighbours: (/** @type {number} */ area) => chart?.neighbours[area] ?? [] };
}

/** @param {EventTarget | null} target @returns {number | null} */
function areaOf(target) {
  const found = target instanceof Element ? /** @type {SVGElement | null} */ (target.closest("[data-area]")) : null;
  return found ? Number(found.dataset.area) : null;
}
