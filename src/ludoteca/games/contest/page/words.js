/** Contestants, moves and steps in the words of the reader. */
import { count, has, language, t, tOr } from "ludoteca/lib/texts.js";

/** @typedef {import("./model.js").Card} Card */
/** @typedef {import("./model.js").TurnStep} TurnStep */

/** The tables have English and Italian names; further languages may name moves in their catalogue. @param {{english: string, italian: string}} move */
export const nameMove = (move) => (language === "it" ? move.italian : tOr(`contest.move.${move.english}`, move.english));

/** What a move does, in a sentence. @param {{effect: string}} move */
export const tellEffect = (move) => t(`contest.effect.${move.effect}`);

/** What happened, in a sentence; empty where nothing is to be said. @param {TurnStep} step @param {import("./model.js").Stage} stage */
export function tellStep(step, stage) {
  const key = `contest.event.${step.type}`;
  const who = stage.contestants[Number(step.seat ?? -1)];
  const move = who && step.place !== undefined ? nameMove(who.moves[step.place]) : "";
  return tOr(step.n === 1 && has(`${key}.one`) ? `${key}.one` : key, "", { who: who?.name ?? "", n: step.n ?? 0, move });
}

/** @param {string} condition */
export const nameCondition = (condition) => t(`contest.condition.${condition}`);

/** What a sign means, shortly. @param {string} sign */
export const nameSign = (sign) => tOr(`contest.sign.${sign.replaceAll(" ", "_")}`, sign);

/** What the crowd of this contest thinks of a move. @param {number} crowd */
export const nameCrowd = (crowd) => t(`contest.crowd.${crowd > 0 ? "likes" : crowd < 0 ? "bores" : "neutral"}`);

/** A name of a move that came from the server is English. @param {string} name @param {any} stage */
export function rename(name, stage) {
  const cards = (stage?.contestants ?? []).flatMap((/** @type {any} */ who) => who.moves);
  const card = cards.find((/** @type {Card} */ found) => found.english === name);
  return card ? nameMove(card) : name;
}

/** What picking this move now would mean beyond its own text. @param {Card} card @param {Card[]} own @param {{repeats?: boolean, completes?: boolean}} pick @param {number} bonus */
export function tellConsequences(card, own, pick, bonus) {
  /** @type {string[]} */
  const told = [];
  if (pick.completes) told.push(t("contest.pick.completes", { n: bonus }));
  if (pick.repeats) told.push(t("contest.pick.repeats"));
  if (card.completed_by.length) told.push(t("contest.pick.opens", { n: bonus, moves: card.completed_by.map((place) => nameMove(own[place])).join(", ") }));
  else if (card.opens) told.push(t("contest.pick.opens_nothing"));
  if (card.effect === "repeatable") told.push(t("contest.pick.repeatable"));
  return told;
}

/** "4 hearts". @param {number} n */
export const hearts = (n) => count("contest.hearts", n);

/** A contestant's card for a screen reader. @param {string} name @param {number} place @param {import("./model.js").Figure} figure @param {string} status */
export const tellFigure = (name, place, figure, status) =>
  t("contest.figure", { place: place + 1, name, hearts: hearts(figure.hearts), total: hearts(figure.total), status });
