/** What lies on the table: fireworks, counters, and which cards are built, discarded and left. */
import { h } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { drawColour, drawCounter, drawPile } from "./drawing.js";
import { reachable, stockOf } from "./model.js";
import { nameColour } from "./words.js";

/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */

/** @param {HanabiPosition} position */
export function drawFireworks({ colours, piles, ranks }) {
  return h("ul.hanabi-fireworks", { "aria-label": t("hanabi.fireworks") }, colours.map((colour, i) => h("li", {}, drawPile(i, piles[i]),
    h("span.visually-hidden", {}, t("hanabi.firework", { colour: nameColour(colour), height: piles[i], most: ranks })))));
}

/** @param {HanabiPosition} position */
export function drawCounts(position) {
  const { tokens, most_tokens, lives, most_lives, deck, turns_left, score, most, pace } = position;
  const reach = reachable(position);
  return h("dl.hanabi-counts", {},
    item("tokens", `${tokens}/${most_tokens}`, drawCounter("token", tokens, most_tokens)),
    item("lives", `${lives}/${most_lives}`, drawCounter("life", lives, most_lives)),
    turns_left === null ? item("deck", String(deck)) : item("turns_left", String(turns_left)),
    item("score", `${score}/${most}`),
    reach < most && item("reach", String(reach)),
    item("pace", String(pace), null, pace < 0));
}

/** @param {string} name @param {string} number @param {SVGElement | null} [picture] @param {boolean} [low] */
function item(name, number, picture, low) {
  const help = name === "pace" || name === "reach" ? t(`hanabi.${name}.help`) : null;
  return h("div", { title: help, "data-low": Boolean(low) }, h("dt", {}, t(`hanabi.${name}`)), h("dd", {}, picture, h("span", {}, number)));
}

/** A row for each colour, a column for each rank. @param {HanabiPosition} position */
export function drawStock(position) {
  return h("table.hanabi-stock", {},
    h("caption", {}, t("hanabi.discarded"), " ", h("span.hanabi-legend", {}, t("hanabi.stock.legend"))),
    h("tbody", {}, position.colours.map((name, colour) => h("tr", {},
      h("th", { scope: "row" }, drawColour(colour), h("span.visually-hidden", {}, nameColour(name))),
      Array.from({ length: position.ranks }, (_, rank) => drawCell(position, colour, rank))))));
}

/** @param {HanabiPosition} position @param {number} colour @param {number} rank */
function drawCell(position, colour, rank) {
  const { state, gone, left } = stockOf(position, colour, rank);
  const told = [t("hanabi.stock.gone", { gone, left }), state !== "open" && t(`hanabi.stock.${state}`)].filter(Boolean).join(", ");
  return h(`td.hanabi-cell.-${state}${state === "built" ? `.-colour${colour}` : ""}`, { title: told },
    h("span", { "aria-hidden": "true" }, String(rank + 1), state === "critical" && h("b", {}, "!"), gone > 0 && h("i", {}, "×".repeat(gone))),
    h("span.visually-hidden", {}, `${rank + 1}: ${told}`));
}
