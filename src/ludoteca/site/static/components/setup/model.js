/** Who sits where: from a few choices of a person to the seats of a table, without a browser. */
import { playersOption } from "../../lib/options.js";

/**
 * @typedef {{kind: "me" | "link" | "agent", agent?: string}} SeatSpec
 * @typedef {{opponent: "agent" | "link" | "anyone" | "here" | "watch", agent: string, seats: number, seat: number}} Choice `seat`
 *   is the one of the person, -1 for a random one
 */

/** How many seats a table has unless a person says otherwise. @param {import("../../lib/types.js").GameCard} game */
export function usualSeats(game) {
  const [low, high] = game.seats;
  const usual = Number(playersOption(game)?.default ?? low);
  return Math.min(high, Math.max(low, usual));
}

/**
 * What to ask the server for: options that a person chose, and as many players as there are seats.
 * @param {import("../../lib/types.js").GameCard} game @param {Record<string, any>} values @param {number} seats
 */
export function completeOptions(game, values, seats) {
  const players = playersOption(game);
  return players ? { ...values, [players.name]: seats } : values;
}

/**
 * @param {Choice} choice @param {() => number} [lot] a number from 0 up to 1
 * @returns {SeatSpec[]}
 */
export function arrangeSeats(choice, lot = Math.random) {
  const mine = choice.seat >= 0 ? choice.seat : Math.floor(lot() * choice.seats);
  return Array.from({ length: choice.seats }, (_, seat) => {
    if (choice.opponent === "watch") return { kind: "agent", agent: choice.agent };
    if (choice.opponent === "here" || seat === mine) return { kind: "me" };
    return choice.opponent === "link" || choice.opponent === "anyone" ? { kind: "link" } : { kind: "agent", agent: choice.agent };
  });
}

/** A seat as the value of a list, and back. @param {SeatSpec} seat */
export const seatValue = (seat) => (seat.kind === "agent" ? `agent ${seat.agent}` : seat.kind);

/** @param {string} value @returns {SeatSpec} */
export function parseSeat(value) {
  if (value === "me" || value === "link") return { kind: value };
  return { kind: "agent", agent: value.slice("agent ".length) };
}

/** A seed as a number, or null for a random one. @param {string} text */
export function parseSeed(text) {
  const seed = Number(text.trim());
  return text.trim() === "" || !Number.isSafeInteger(seed) || seed < 0 ? null : seed;
}

/**
 * What a pasted text is: a record of this site, or what the game's page takes it for, or the game's first format.
 * @param {string} text @param {string[]} formats @param {(text: string) => string | undefined} [recognise]
 */
export function guessFormat(text, formats, recognise) {
  if (/^\{\s*"format": "ludoteca record/.test(text)) return "record";
  return recognise?.(text) ?? formats[0] ?? "record";
}
