/** The think panel: an agent's analysis of the position that is shown, live while it searches. */
import { h, replace, set, show, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { choose, setting } from "../../lib/settings.js";
import { number, percent, playerName, signed, t } from "../../lib/texts.js";
import { mountTree } from "../tree/tree.js";
import { addDepth, bars, thinkers } from "./model.js";

useStyle(new URL("think.css", import.meta.url).href);

const SECONDS = [2, 5, 10, 30];

/**
 * @param {import("../../lib/types.js").GameCard} game
 * @param {{start: (agent: string) => void, stop: () => void, point: (show: Record<string, any> | null) => void,
 *   nameOf: (name: string) => string}} how
 */
export function mountThink(game, how) {
  const names = thinkers(game);
  const agent = h("select", { "aria-label": t("think.agent"), onchange: () => choose("agent", agent.value) },
    names.map((name) => h("option", { value: name, selected: name === setting("agent") }, playerName(game.name, name))));
  const seconds = h("select", { "aria-label": t("think.seconds") },
    SECONDS.map((n) => h("option", { value: n, selected: n === 10 }, t("seconds", { n }))));
  const start = h("button.primary", { type: "button", onclick: begin }, icon("think"), t("think.start"));
  const stop = h("button", { type: "button", hidden: true, onclick: how.stop }, icon("stop"), t("think.stop"));
  const progress = h("progress", { max: 1, value: 0, "aria-label": t("think.progress") });
  const numbers = h("dl.think-numbers");
  const list = h("ol.think-bars", { "aria-label": t("think.moves") });
  const line = h("p.think-line");
  const depths = h("table.think-depths");
  const tree = mountTree(how.nameOf);
  const found = h("div.think-found", { hidden: true }, progress, numbers, h("h3", {}, t("think.moves")), list, line, tree.element, depths);
  const refused = h("p.soft", { hidden: true }, t("think.refused"));
  const element = h("details.panel.think", {}, h("summary", {}, t("think")),
    h("p.help", {}, t("think.help")), refused,
    h("div.think-choice", {}, agent, seconds, start, stop), found);
  /** @type {import("./model.js").Deepening[]} */
  let rows = [];

  function begin() {
    rows = [];
    how.start(`${agent.value}:seconds=${seconds.value}`);
  }

  /** @param {boolean} running */
  function run(running) {
    show(start, !running);
    show(stop, running);
  }

  /** @param {import("../../lib/types.js").Analysis} analysis @param {number} seat */
  function update(analysis, seat) {
    show(found, true);
    progress.value = analysis.done ? 1 : analysis.fraction ?? 0;
    drawNumbers(analysis);
    drawBars(analysis);
    drawLine(analysis);
    show(tree.element, Boolean(analysis.tree));
    if (analysis.tree) tree.update(analysis.tree, seat);
    rows = analysis.tree ? [] : addDepth(rows, analysis);
    drawDepths();
  }

  /** @param {import("../../lib/types.js").Analysis} analysis */
  function drawNumbers(analysis) {
    /** @type {[string, string][]} */
    const items = [[t("think.done"), percent(analysis.done ? 1 : analysis.fraction ?? 0)], [t("think.value"), signed(analysis.value)]];
    if (analysis.nodes) items.push([t("think.nodes"), number(analysis.nodes)]);
    if (analysis.iterations) items.push([t("think.iterations"), number(analysis.iterations)]);
    if (analysis.depth) items.push([t("think.depth"), number(analysis.depth)]);
    if (analysis.proven) items.push([t("think.proven"), "✓"]);
    replace(numbers, items.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  }

  /** @param {import("../../lib/types.js").Analysis} analysis */
  function drawBars(analysis) {
    replace(list, bars(analysis, 8).map((bar) => {
      const item = h("li", { "data-counted": bar.share !== null, onpointerenter: () => how.point(bar.show), onpointerleave: () => how.point(null) },
        h("span.think-name", {}, how.nameOf(bar.name)),
        h("span.think-value", {}, signed(bar.value)),
        h("span.think-scale", { "aria-hidden": "true" }, h("span.think-reach", { "data-bad": bar.reach < 0 })),
        h("span.think-visits", { "aria-hidden": "true" }, h("span")),
        h("span.think-share", {}, bar.share === null ? "" : percent(bar.share)));
      item.style.setProperty("--reach", Math.abs(bar.reach).toFixed(3));
      item.style.setProperty("--length", bar.length.toFixed(3));
      return item;
    }));
  }

  /** @param {import("../../lib/types.js").Analysis} analysis */
  function drawLine(analysis) {
    replace(line, analysis.line.length > 0 && h("strong", {}, `${t("think.line")} `), drawWords(analysis.line.map((move) => move.name)));
  }

  function drawDepths() {
    show(depths, rows.length > 0);
    const head = ["depth", "value", "nodes", "line"].map((name) => h("th", { scope: "col" }, t(`think.${name}`)));
    replace(depths, h("caption", {}, t("think.deepening")), h("thead", {}, h("tr", {}, head)), h("tbody", {}, [...rows].reverse().map((row) =>
      h("tr", {}, h("td", {}, row.depth), h("td", {}, signed(row.value)), h("td", {}, number(row.nodes)),
        h("td", {}, drawWords(row.line.slice(0, 8)))))));
  }

  /** Moves side by side, never broken in the middle. @param {string[]} names */
  function drawWords(names) {
    return names.flatMap((name) => [h("span.think-word", {}, how.nameOf(name)), " "]);
  }

  /** @param {boolean} allowed */
  function allow(allowed) {
    show(refused, !allowed);
    set(start, "disabled", !allowed);
  }

  return { element, update, allow, run };
}
