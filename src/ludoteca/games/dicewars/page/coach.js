/** Guiding words for a first game; they can be switched off. */
import { h, show } from "ludoteca/lib/dom.js";
import { choose, setting } from "ludoteca/lib/settings.js";
import { count, t } from "ludoteca/lib/texts.js";
import { bestAttack, movesFrom } from "./model.js";
import { nameSeat, tellOdds } from "./words.js";

/** @typedef {{position: import("./model.js").DicePosition, legal: import("./model.js").DiceMove[], chosen: number | null, playable: boolean, own: number}} State */

const GOOD = 0.5;

export function mountCoach() {
  const text = h("p");
  const element = h("aside.dice-coach", { hidden: true, "aria-label": t("dicewars.coach") },
    text, h("button.plain", { type: "button", onclick: () => choose("dicewars.coach", "off") }, t("dicewars.coach.off")));

  /** @param {State} state */
  function update(state) {
    const said = setting("dicewars.coach") === "off" || state.own < 0 ? "" : adviceFor(state);
    show(element, Boolean(said));
    if (text.textContent !== said) text.textContent = said;
  }

  return { element, update };
}

/** @param {State} state */
export function adviceFor({ position, legal, chosen, playable, own }) {
  if (position.phase === "over") return "";
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
