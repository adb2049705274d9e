/** How hard the deal was: what the game's levels made of the same deck, map or line-up, and where one's own result stands. */
import { at, h, replace, show } from "../../lib/dom.js";
import { number, percent, playerName, seatName, t } from "../../lib/texts.js";
import { mountRun } from "./run.js";

/** @typedef {import("../../lib/wire.js").DealComparison} Comparison */

/** @param {{table: string, game: string, points: boolean, seated: boolean}} where `points`: a team's, else wins; `seated`: whether who looks took part */
export function mountDeal({ table, game, points, seated }) {
  const body = h("div", { hidden: true });
  const run = mountRun(`/tables/${table}/deal`, { begin: t("deal.begin"), running: t("deal.running"), help: t("deal.help") }, draw);
  const element = h("section.panel.deal", { "aria-label": t("deal") }, h("h2", {}, t("deal")), run.element, body);
  run.look().then(() => show(element, !run.element.hidden || !body.hidden));

  const value = (/** @type {number} */ found) => (points ? number(found, { maximumFractionDigits: 1 }) : percent(found));

  /** @param {Comparison} found */
  function draw(found) {
    const least = points ? Math.min(...found.levels.flatMap(({ results }) => results), found.own) : 0;
    const most = points ? Math.max(...found.levels.flatMap(({ results }) => results), found.own) : 1;
    const part = (/** @type {number} */ one) => (most > least ? (100 * (one - least)) / (most - least) : 50);
    replace(body, h("p", {}, sentenceOf(found)),
      h("ul.deal-levels", {}, found.levels.map(({ level, mean, low, high }) => h("li", {},
        h("span", {}, playerName(game, level)),
        h("span.deal-track", { "aria-hidden": "true" },
          at(h("span.deal-range"), { left: part(low), width: part(high) - part(low) }), at(h("span.deal-mean"), { left: part(mean) }),
          at(h("span.deal-own"), { left: part(found.own) })),
        h("span", {}, value(mean), h("span.visually-hidden", {}, ` (${value(low)} – ${value(high)})`))))),
      h("p.help", {}, t(points ? "deal.about.points" : "deal.about.wins", { n: found.games })));
    show(body, true);
  }

  /** @param {Comparison} found */
  function sentenceOf({ levels, own, rank, seat }) {
    const all = levels.flatMap(({ results }) => results);
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    if (!seated) return t(points ? "deal.team" : "deal.seat", { seat: seatName(game, seat), own: value(own), mean: value(mean) });
    const place = rank === 0 ? "deal.points.last" : rank === 1 ? "deal.points.first" : "deal.points";
    if (points) return t(place, { own: value(own), mean: value(mean), rank: percent(rank ?? 0) });
    return t(own >= 1 ? "deal.won" : own > 0 ? "deal.drawn" : "deal.lost", { share: percent(mean) });
  }

  return { element };
}
