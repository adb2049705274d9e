/** A whole game, judged: a chart, how well everybody played, and the mistakes with what was better. */
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { language, number, occupant, playerName, plural, seatName, t, tOr } from "../../lib/texts.js";
import { linesOf, shareOf, valueAt, valueText } from "../../lib/values.js";
import { mountChart } from "../chart/chart.js";
import { mountRun } from "./run.js";

useStyle(new URL("analysis.css", import.meta.url).href);

/** @typedef {import("../../lib/wire.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../../lib/wire.js").JudgedDecision} Judged */
const VERDICTS = ["inaccuracy", "mistake", "blunder"];

/**
 * @param {{table: string, game: string, seats: import("../../lib/types.js").Seated[], you: number[], count: number}} where
 * @param {{nameOf: (name: string) => string, go: (number: number) => void, learn: (list: Judged[], analysis: GameAnalysis) => void}} act
 */
export function mountAnalysis({ table, game, seats, you, count }, act) {
  const body = h("div.analysis-body", { hidden: true });
  const now = h("p.analysis-now", { "aria-live": "polite" });
  const run = mountRun(`/tables/${table}/analysis`, { begin: t("analysis.begin"), running: t("analysis.running"), help: t("analysis.help") }, draw);
  const element = h("section.panel.analysis", { "aria-label": t("analysis") }, h("h2", {}, t("analysis")), run.element, body);
  /** @type {GameAnalysis | null} */
  let analysis = null;
  /** @type {{update: (place: number) => void} | null} */
  let chart = null;
  let shown = 0;
  run.look();

  const who = (/** @type {number} */ seat) => seatName(game, seat, occupant(game, seats[seat]));

  /** @param {GameAnalysis} found */
  function draw(found) {
    analysis = found;
    const wrong = found.decisions.filter(({ best }) => best);
    const own = wrong.filter(({ seat }) => you.includes(seat));
    const charted = mountChart(charting(found, wrong), act.go);
    chart = charted;
    replace(body, charted.element, now, drawSummary(found), drawLearn(own.length ? own : wrong, own.length > 0),
      drawList(wrong), h("p.help", {}, aboutText(found)));
    show(body, true);
    update(shown);
  }

  /** @param {GameAnalysis} found @param {Judged[]} wrong */
  function charting(found, wrong) {
    const lines = linesOf(found, count);
    const single = lines.length === 1;
    return {
      lines: lines.map((line) => line.map((value) => (value === null ? null : shareOf(found.scale, value)))),
      names: seats.map((_, seat) => who(seat)),
      marks: wrong.map(({ number: place, seat, verdict }) => ({ place, line: single ? 0 : seat, verdict: verdict ?? "" })),
      tell: (/** @type {number} */ place) => [t("analysis.place", { n: place, last: count }), ...lines.map((line, seat) => tellLine(found, line, seat, place)), judgementText(place)].filter(Boolean).join(". "),
      label: t(found.scale.kind === "points" ? "chart.points" : single ? "chart.win" : "chart.wins", { seat: who(0) }),
    };
  }

  /** @param {GameAnalysis} found @param {(number | null)[]} line @param {number} seat @param {number} place */
  function tellLine({ scale }, line, seat, place) {
    const value = valueText(scale, valueAt(line, place));
    return scale.kind === "points" ? t("eval.points", { value }) : t("eval.win", { seat: who(seat), value });
  }

  /** @param {GameAnalysis} found */
  function drawSummary({ seats: summaries }) {
    return h("table.analysis-summary", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("analysis.who")), h("th", { scope: "col" }, t("analysis.accuracy")),
        VERDICTS.map((verdict) => h("th", { scope: "col", "data-verdict": verdict }, t(`analysis.${verdict}.many`))))),
      h("tbody", {}, summaries.map(({ accuracy, counts }, seat) => h("tr", {}, h("th", { scope: "row" }, who(seat)),
        h("td", {}, accuracy === null ? "–" : `${number(accuracy, { maximumFractionDigits: 0 })} %`), VERDICTS.map((verdict) => h("td", {}, counts[verdict]))))));
  }

  /** @param {Judged[]} list @param {boolean} own */
  function drawLearn(list, own) {
    if (!list.length) return h("p", {}, t("analysis.no_mistakes"));
    return h("div.row", {}, h("button.primary", { type: "button", onclick: () => analysis && act.learn(list, analysis) }, t(own ? "learn.own" : "learn.all")));
  }

  /** @param {Judged[]} wrong */
  function drawList(wrong) {
    if (!wrong.length) return null;
    return h("ol.analysis-list", { tabindex: 0, "aria-label": t("analysis.mistakes") }, wrong.map((item) => h("li", {},
      h("button.plain", { type: "button", onclick: () => act.go(item.number), "data-verdict": item.verdict },
        h("span.analysis-number", {}, `${item.number}.`), ` ${who(item.seat)}: ${act.nameOf(item.name ?? "")} `, h("strong", {}, t(`analysis.${item.verdict}`)), ` ${changeText(item)}`))));
  }

  /** @param {Judged} item */
  const changeText = ({ before, after }) => (analysis ? `${valueText(analysis.scale, before)} → ${valueText(analysis.scale, after)}` : "");

  /** What the judge says of the move that led to a position. @param {number} place */
  function judgementText(place) {
    const item = analysis?.decisions.find(({ number: own }) => own === place);
    if (!analysis || !item?.verdict) return "";
    const name = act.nameOf(item.name ?? "");
    if (!item.best) return t("analysis.good_move", { move: name, value: valueText(analysis.scale, item.after) });
    return `${t("analysis.bad_move", { move: name, verdict: t(`analysis.${item.verdict}.a`), change: changeText(item) })} ${betterText(game, item, act.nameOf)}`;
  }

  /** @param {GameAnalysis} found */
  function aboutText({ judge, scale, by_view }) {
    const limits = [scale.inaccuracy, scale.mistake, scale.blunder].map((loss) => (scale.kind === "win" ? number(100 * loss) : number(loss)));
    const [inaccuracy, mistake, blunder] = limits;
    return [t("analysis.judge", { judge: playerName(game, judge.split(":")[0]) }), by_view && t("analysis.by_view"),
      t(`analysis.limits.${scale.kind}`, { inaccuracy, mistake, blunder })].filter(Boolean).join(" ");
  }

  /** @param {number} place */
  function update(place) {
    shown = place;
    chart?.update(place);
    replace(now, judgementText(place));
  }

  return { element, update };
}

/** What was better, why, and how it would go on. @param {string} game @param {Judged} item @param {(name: string) => string} nameOf */
export function betterText(game, { best }, nameOf) {
  if (!best) return "";
  const reason = (/** @type {{code: string, params: Record<string, any>}} */ { code, params }) => {
    const key = params.points === undefined ? code : `${code}.${plural(params.points)}`;
    return tOr(`${game}.hint.${key}`, tOr(`hint.${key}`, "", params), params);
  };
  const why = best.words?.[language]?.join(" ") || (best.reason.code === "best" ? "" : reason(best.reason)); // that it looks best, the values say
  const line = best.line.length > 1 ? t("hint.line", { line: best.line.slice(0, 6).map(nameOf).join(" ") }) : "";
  return [t("analysis.better", { move: nameOf(best.name) }), why, best.cost && reason(best.cost), line].filter(Boolean).join(" ");
}
