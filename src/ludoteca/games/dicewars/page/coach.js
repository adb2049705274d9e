/** Guiding words for a first game. */
import { count, t } from "ludoteca/lib/texts.js";
import { bestAttack, movesFrom } from "./model.js";
import { nameSeat, tellOdds } from "./words.js";

/** @typedef {{position: import("./model.js").DicePosition, legal: import("./model.js").DiceMove[], chosen: number | null, playable: boolean, own: number}} State */

const GOOD = 0.5;

/** @param {State} state @returns {string} empty where there is nothing to say */
export function adviceFor({ position, legal, chosen, playable, own }) {
  if (own < 0 || position.phase === "over") return "";
  if (["map", "deal", "dice"].includes(position.phase)) return t("dicewars.coach.deal", { seat: nameSeat(own) });
  if (!position.seats.areas[own]) return t("dicewars.coach.out");
  if (!playable) return t("dicewars.coach.wait", { seat: nameSeat(position.turn) });
  if (chosen !== null) {
    const best = bestAttack(movesFrom(legal, chosen));
    return best ? t("dicewars.coach.target", { odds: tellOdds(Number(best.odds)) }) : t("dicewars.coach.reach");
  }
  const best = bestAttack(legal);
  if (!best || Number(best.odds) < GOOD) return t("dicewars.coach.end", { region: position.seats.region[own] });
  const sources = new Set(legal.flatMap((move) => (move.kind === "attack" ? [move.source] : [])));
  return count("dicewars.coach.choose", sources.size);
}
