/** Cards and moves of hanabi in words. */
import { count, seatName, t } from "ludoteca/lib/texts.js";
import { findCards, isHidden, mayBe, mayColours, mayRanks, readName } from "./model.js";

/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */
/** @typedef {import("./model.js").Card} Card */

const GAME = "hanabi";

/** @param {number} seat */
export const nameSeat = (seat) => seatName(GAME, seat);

/** @param {string} colour */
export const nameColour = (colour) => t(`hanabi.colour.${colour}`);

/** "red 3", as far as it is known. @param {HanabiPosition} position @param {import("./model.js").Kind} kind */
export function nameCard(position, { colour, rank }) {
  if (colour === null && rank === null) return t("hanabi.unknown");
  if (colour === null) return t("hanabi.card.rank", { rank: Number(rank) + 1 });
  if (rank === null) return t("hanabi.card.colour", { colour: nameColour(position.colours[colour]) });
  return t("hanabi.card", { colour: nameColour(position.colours[colour]), rank: rank + 1 });
}

/** What a clue names. @param {HanabiPosition} position @param {string} kind @param {number} value */
export const nameClue = (position, kind, value) => (kind === "tell_colour" ? nameColour(position.colours[value]) : String(value + 1));

const FEW = 3;

/** What its owner cannot rule out. @param {HanabiPosition} position @param {Card} card */
export function tellKnowledge(position, card) {
  const kinds = mayBe(card);
  if (kinds.length <= FEW) return t("hanabi.knows", { what: kinds.map((kind) => nameCard(position, kind)).join(", ") });
  const colours = mayColours(card).map((colour) => nameColour(position.colours[colour]));
  const ranks = mayRanks(card).map((rank) => rank + 1);
  if (colours.length === position.colours.length && ranks.length === position.ranks) return t("hanabi.knows.nothing");
  const some = [colours.length < position.colours.length && colours.join(", "), ranks.length < position.ranks && ranks.join(", ")];
  return t("hanabi.knows", { what: some.filter(Boolean).join("; ") });
}

/** An action of a player, with its cards. @param {HanabiPosition} position @param {import("./model.js").Told} told */
export function tellAction(position, told) {
  const seat = nameSeat(told.seat);
  if (told.kind === "play" || told.kind === "discard") {
    const card = nameCard(position, /** @type {any} */ (told));
    return t(`hanabi.last.${told.kind === "discard" ? "discard" : told.built ? "built" : "failed"}`, { seat, card });
  }
  const value = nameClue(position, told.kind, Number(told.value));
  return t("hanabi.last.clue", { seat, target: nameSeat(Number(told.target)), value, cards: tellTouched(position, told) });
}

/** Touched cards by what they are, if all are still seen, else by their places. @param {HanabiPosition} position @param {import("./model.js").Told} told */
function tellTouched(position, { touched = [], slots = [] }) {
  const cards = findCards(position, touched);
  if (cards.length === touched.length && !cards.some(isHidden)) return cards.map((card) => nameCard(position, card)).join(", ");
  return count("hanabi.last.slots", slots.length, { slots: slots.map((slot) => slot + 1).join(", ") });
}

/** A move's name as people read it: `tell-1-red` is "clue Player 2: red". @param {string} name */
export function rename(name) {
  const move = readName(name);
  if (!move) return /^[rygwb]\d$/.test(name) ? t("hanabi.move.deal", { card: name }) : name;
  if (move.slot !== undefined) return t(`hanabi.move.${move.kind}`, { slot: move.slot });
  return t("hanabi.move.clue", { target: nameSeat(Number(move.target)), value: move.rank ?? nameColour(String(move.colour)) });
}
