/** Contestants, moves and steps in the words of the reader. */
import { count, language, t, tOr } from "ludoteca/lib/texts.js";

/** @typedef {import("./model.js").Card} Card */
/** @typedef {import("./model.js").TurnStep} TurnStep */

const NAMED = language === "it" ? "italian" : "english";

/** @param {{english: string, italian: string}} move */
export const nameMove = (move) => move[NAMED];

/** @param {{text: Record<string, string>}} told */
export const textOf = (told) => told.text[NAMED] ?? "";

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
  if (pick.completes) told.push(t("contest.move.completes", { n: bonus }));
  if (pick.repeats) told.push(t("contest.move.repeats"));
  if (card.completed_by.length) told.push(t("contest.move.opens", { n: bonus, moves: card.completed_by.map((place) => nameMove(own[place])).join(", ") }));
  else if (card.opens) told.push(t("contest.move.opens_nothing"));
  if (card.effect === "repeatable") told.push(t("contest.move.repeatable"));
  return told;
}

/** "4 hearts". @param {number} n */
export const hearts = (n) => count("contest.hearts", n);

/** A contestant's card for a screen reader. @param {string} name @param {number} place @param {import("./model.js").Figure} figure @param {string} status */
export const tellFigure = (name, place, figure, status) =>
  t("contest.figure", { place: place + 1, name, hearts: hearts(figure.hearts), total: hearts(figure.total), status });
