/** The results: bars from the fourth place to the first, one after the other. */
import { h, prefersStill, replace } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { placesOf, shareOf } from "./model.js";
import { portrait } from "./portrait.js";
import { hearts } from "./words.js";

const EACH = 1000;

/** @param {(text: string) => void} say */
export function mountResults(say) {
  const list = h("ol.contest-results", { "aria-label": t("contest.results") });
  const element = h("section.contest-end", { hidden: true, "aria-label": t("contest.results") }, h("h2", {}, t("contest.results")), list);
  let drawn = "";
  /** @type {number[]} */
  let timers = [];

  /** @param {import("./model.js").Stage} stage @param {import("./model.js").ContestPosition} position @param {number[]} own @param {boolean} quiet */
  function draw(stage, position, own, quiet) {
    element.hidden = position.phase !== "finished";
    const key = element.hidden ? "" : JSON.stringify([position.winner, position.contestants.map((found) => found.score)]);
    if (key === drawn) return;
    drawn = key;
    timers.forEach(clearTimeout);
    if (element.hidden) return;
    const rows = placesOf(position).map((seat, place) => drawRow(stage, position, seat, place, own.includes(seat)));
    replace(list, rows);
    timers = [...rows].reverse().map((row, i) => window.setTimeout(() => row.removeAttribute("data-hidden"), quiet || prefersStill() ? 0 : EACH * i + 300));
    if (!quiet) say(t("contest.results.said", { names: placesOf(position).map((seat) => stage.contestants[seat].name).join(", ") }));
  }

  /** @param {import("./model.js").Stage} stage @param {import("./model.js").ContestPosition} position @param {number} seat @param {number} place @param {boolean} own */
  function drawRow(stage, position, seat, place, own) {
    const who = stage.contestants[seat];
    const best = position.contestants[Number(position.winner)];
    const share = stage.preliminary ? shareOf(position.contestants[seat].score, best.score) : shareOf(position.contestants[seat].total, best.total);
    const bar = h("span.contest-bar", {}, h("span"));
    bar.style.setProperty("--share", `${share}%`);
    return h("li", { "data-own": own, "data-place": place + 1, "data-hidden": true },
      h("b.contest-medal", {}, t(`contest.place.${place + 1}`)), portrait(who, place === 0 ? "happy" : "calm"), h("span.contest-result-name", {}, who.name, own && h("small", {}, ` ${t("contest.yours")}`)),
      bar, h("span.contest-share", {}, `${share} %`), h("span.contest-sum", {}, hearts(position.contestants[seat].total)));
  }

  return { element, draw };
}
