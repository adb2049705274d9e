/** How a game ended, in the words of the reader. */
import { has, number, occupant, seatName, t } from "./texts.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Seated} Seat */

/**
 * "You won.", "White won.", "A draw.", "You scored 19 of 25." and where several people are equal winners, their names.
 * @param {string} game @param {Result | null} result @param {Seat[]} seats
 */
export function outcomeText(game, result, seats) {
  if (!result) return "";
  if (result.code === "aborted") return t("outcome.aborted");
  if (result.score !== undefined) return scoreText(result, seats);
  const best = Math.max(...result.returns);
  const winners = result.returns.flatMap((value, seat) => (value === best ? [seat] : []));
  const winner = result.winner ?? (winners.length === 1 ? winners[0] : null);
  if (winner === null) return t(result.returns.every((value) => value === best) ? "outcome.draw" : "outcome.shared");
  const yours = seats.filter((seat) => seat.you).length;
  if (yours === 1) return t(seats[winner]?.you ? "outcome.you_won" : "outcome.you_lost");
  return t("outcome.won", { seat: sideName(game, winner, seats) });
}

/** What a team has scored, for whoever was in it or only watched. @param {Result} result @param {Seat[]} seats */
function scoreText({ score, most }, seats) {
  const who = seats.some((seat) => seat.you) ? "you" : "team";
  return t(most === undefined ? `outcome.score.${who}` : `outcome.score_of.${who}`, { n: number(score ?? 0), most: number(most ?? 0) });
}

/** What a seat is called: as the game calls it, or by who sits there if that is somebody else. @param {string} game @param {number} seat @param {Seat[]} seats */
export function sideName(game, seat, seats) {
  return seatName(game, seat, !seats[seat] || seats[seat].you ? undefined : occupant(game, seats[seat]));
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
