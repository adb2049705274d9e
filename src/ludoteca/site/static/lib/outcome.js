/** How a game ended, in the words of the reader. */
import { count, has, seatName, t } from "./texts.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * "You won.", "White won.", "A draw.", "19 points together." and where several people are equal winners, their names.
 * @param {string} game @param {Result | null} result @param {Seat[]} seats
 */
export function outcomeText(game, result, seats) {
  if (!result) return "";
  if (result.score !== undefined) return count("outcome.score", result.score);
  const best = Math.max(...result.returns);
  const winners = result.returns.flatMap((value, seat) => (value === best ? [seat] : []));
  const winner = result.winner ?? (winners.length === 1 ? winners[0] : null);
  if (winner === null) return t(result.returns.every((value) => value === best) ? "outcome.draw" : "outcome.shared");
  const yours = seats.filter((seat) => seat.you).length;
  if (yours === 1) return t(seats[winner]?.you ? "outcome.you_won" : "outcome.you_lost");
  return t("outcome.won", { seat: sideName(game, winner, seats) });
}

/** What a seat is called: as the game calls it, or by who sits there if that is somebody else. @param {string} game @param {number} seat @param {Seat[]} seats */
export function sideName(game, seat, seats) {
  return seatName(game, seat, seats[seat]?.you ? undefined : seats[seat]?.name);
}

/** Why: the game's own words for the code, or the server's sentence. @param {string} game @param {Result} result @param {Seat[]} seats */
export function reasonText(game, result, seats) {
  const loser = result.seat ?? (result.winner === null || seats.length !== 2 ? null : 1 - result.winner);
  const names = {
    loser: loser === null ? "" : sideName(game, loser, seats),
    winner: result.winner === null ? "" : sideName(game, result.winner, seats),
  };
  const key = [`${game}.end.${result.code}`, `end.${result.code}`].find(has);
  return key ? t(key, names) : result.reason;
}
