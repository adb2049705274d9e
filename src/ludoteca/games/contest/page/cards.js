/** Moves as cards: small in the list, large beside it, and those of another contestant. */
import { h } from "ludoteca/lib/dom.js";
import { percent, t } from "ludoteca/lib/texts.js";
import { drawBadge, drawHearts } from "./drawing.js";
import { portrait } from "./portrait.js";
import { hearts, nameCondition, nameCrowd, nameMove, tellConsequences, tellEffect } from "./words.js";

/** @typedef {import("./model.js").Card} Card */
/** @typedef {{repeats?: boolean, completes?: boolean}} Pick */

/** @param {Card} card @param {Pick} pick @param {number | null} chance @param {boolean} advised */
export function moveLabel(card, pick, chance, advised) {
  return [
    `${card.place + 1}. ${nameMove(card)}`, nameCondition(card.condition), hearts(card.hearts), card.jam && t("contest.jam", { n: card.jam }),
    pick.completes && t("contest.flag.completes"), pick.repeats && t("contest.flag.repeats"),
    chance !== null && t("contest.chance", { percent: percent(chance) }), advised && t("contest.advised"),
  ].filter(Boolean).join(", ");
}

/** @param {Card} card @param {Pick} pick @param {number | null} chance @param {boolean} advised */
export function moveParts(card, pick, chance, advised) {
  const bar = chance === null ? null : h("span.contest-chance", { title: t("contest.chance", { percent: percent(chance) }) }, h("span.contest-chance-bar"), h("b", {}, percent(chance)));
  bar?.style.setProperty("--chance", `${Math.round(100 * Number(chance))}%`);
  return [
    h("span.contest-number", {}, String(card.place + 1)), drawBadge(card.condition), h("span.contest-move-name", {}, nameMove(card)),
    h("span.contest-worth", {}, drawHearts(card.hearts, "appeal"), card.jam > 0 && drawHearts(card.jam, "jam")),
    h("span.contest-flags", {}, pick.completes && h("span.-good", {}, t("contest.flag.completes")), pick.repeats && h("span.-bad", {}, t("contest.flag.repeats")),
      advised && h("span.-hint", {}, t("contest.advised"))), bar,
  ];
}

/** @param {Card} card @param {Card[]} own @param {Pick} pick @param {import("./model.js").Stage} stage */
export function drawCard(card, own, pick, stage) {
  return h("div.contest-large", {},
    h("h3", {}, drawBadge(card.condition), nameMove(card), h("small", {}, nameCondition(card.condition))),
    h("dl", {}, row("contest.appeal", drawHearts(card.hearts, "appeal"), String(card.hearts)), row("contest.jamming", card.jam > 0 && drawHearts(card.jam, "jam"), card.jam ? String(card.jam) : "–"),
      row("contest.crowd", null, nameCrowd(card.crowd))),
    h("p", {}, tellEffect(card)), h("p.help", {}, t(`contest.why.${card.effect}`)),
    tellConsequences(card, own, pick, stage.combination).map((text) => h("p.contest-consequence", {}, text)));
}

/** @param {string} name @param {any} picture @param {string} text */
const row = (name, picture, text) => h("div", {}, h("dt", {}, t(name)), h("dd", {}, picture, h("span", {}, text)));

/** All moves of a contestant, shortly. @param {import("./model.js").Performer} who @param {import("./model.js").Stage} stage */
export function drawMoves(who, stage) {
  return h("div.contest-others", {}, h("h3", {}, portrait(who), who.name, h("small", {}, who.species)),
    h("ul", {}, who.moves.map((card) => h("li", {}, drawBadge(card.condition), h("span", {}, h("b", {}, nameMove(card)), " ", h("span.soft", {}, tellEffect(card)),
      card.completed_by.length > 0 && h("span.soft", {}, ` ${t("contest.pick.opens", { n: stage.combination, moves: card.completed_by.map((place) => nameMove(who.moves[place])).join(", ") })}`)),
      h("span.contest-worth", {}, drawHearts(card.hearts, "appeal"), card.jam > 0 && drawHearts(card.jam, "jam"))))));
}
