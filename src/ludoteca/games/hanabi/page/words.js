/** Cards and moves of hanabi in words. */
import { count, seatName, t } from "ludoteca/lib/texts.js";
import { readName } from "./model.js";

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

/** What clues leave possible. @param {HanabiPosition} position @param {Card} card */
export function tellKnowledge(position, card) {
  const colours = card.may_colours.map((colour) => nameColour(position.colours[colour]));
  const ranks = card.may_ranks.map((rank) => rank + 1);
  if (colours.length === position.colours.length && ranks.length === position.ranks) return t("hanabi.knows.nothing");
  const some = [colours.length < position.colours.length && colours.join(", "), ranks.length < position.ranks && ranks.join(", ")];
  return t("hanabi.knows", { what: some.filter(Boolean).join("; ") });
}

/** The last move, with what it brought. @param {HanabiPosition} position */
export function tellLast(position) {
  const { last } = position;
  if (!last) return t("hanabi.last.none");
  const seat = nameSeat(last.seat);
  if (last.kind === "play" || last.kind === "discard") {
    const card = nameCard(position, /** @type {any} */ (last));
    return t(`hanabi.last.${last.kind === "discard" ? "discard" : last.built ? "built" : "failed"}`, { seat, card });
  }
  const value = nameClue(position, last.kind, Number(last.value));
  return count("hanabi.last.clue", last.touched?.length ?? 0, { seat, target: nameSeat(Number(last.target)), value });
}

/** A move's name as people read it: `tell-1-red` is "clue Player 2: red". @param {string} name */
export function rename(name) {
  const move = readName(name);
  if (!move) return /^[rygwb]\d$/.test(name) ? t("hanabi.move.deal", { card: name }) : name;
  if (move.slot !== undefined) return t(`hanabi.move.${move.kind}`, { slot: move.slot });
  return t("hanabi.move.clue", { target: nameSeat(Number(move.target)), value: move.rank ?? nameColour(String(move.colour)) });
}
