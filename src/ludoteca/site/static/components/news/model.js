/** What others did since one's own last turn, without a browser. */
import { language, seatName, t } from "../../lib/texts.js";

/** @typedef {import("../../lib/types.js").PlayedMove} PlayedMove */

/** The moves of others after one's own last one; none before one has moved, or for who only watches. @param {PlayedMove[]} moves @param {number[]} you */
export function sinceLastTurn(moves, you) {
  if (!you.length) return [];
  let start = moves.length;
  while (start > 0 && !you.includes(moves[start - 1].seat)) start--;
  return moves.slice(start);
}

/** In the game's sentences, or who played what. @param {string} game @param {PlayedMove} move @param {(name: string) => string} nameOf @returns {string[]} */
export function tellMove(game, move, nameOf) {
  const told = move.events?.[language] ?? [];
  if (told.length) return told;
  const chance = (move.chance ?? []).map(nameOf).filter(Boolean).slice(0, 3);
  const what = [move.name === null ? t("moves.hidden") : nameOf(move.name), ...chance].join(" · ");
  return [t("say.move", { seat: seatName(game, move.seat), move: what })];
}
