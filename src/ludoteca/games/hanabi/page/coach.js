/** Guiding words for a first game; they can be switched off. */
import { h, show } from "ludoteca/lib/dom.js";
import { choose, setting } from "ludoteca/lib/settings.js";
import { t } from "ludoteca/lib/texts.js";
import { mayBe, ownSeat } from "./model.js";
import { nameSeat } from "./words.js";

/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */

export function mountCoach() {
  const text = h("p");
  const element = h("aside.hanabi-coach", { hidden: true, "aria-label": t("hanabi.coach") },
    text, h("button.plain", { type: "button", onclick: () => choose("hanabi.coach", "off") }, t("hanabi.coach.off")));

  /** @param {HanabiPosition} position @param {boolean} playable @param {number | null} picked the seat whose card is picked @param {boolean} away from a table */
  function update(position, playable, picked, away) {
    const said = away || setting("hanabi.coach") === "off" ? "" : adviceFor(position, playable, picked);
    show(element, Boolean(said));
    if (text.textContent !== said) text.textContent = said;
  }

  return { element, update };
}

/** @param {HanabiPosition} position @param {boolean} playable @param {number | null} picked */
export function adviceFor(position, playable, picked) {
  const own = ownSeat(position);
  if (own === null || position.turn === null) return "";
  if (!playable) return position.turn === own ? "" : t("hanabi.coach.wait", { seat: nameSeat(position.turn) });
  if (picked !== null) return t(picked === own ? "hanabi.coach.own" : "hanabi.coach.clue");
  const sure = position.hands[own].findIndex((card) => fits(position, card));
  if (sure >= 0) return t("hanabi.coach.known", { slot: sure + 1 });
  if (position.tokens === 0) return t("hanabi.coach.tokens");
  return position.recent.some(({ seat }) => seat === own) ? t("hanabi.coach.turn") : t("hanabi.coach.first", { n: position.tokens });
}

/** Whether all that a card may be fits on a firework now. @param {HanabiPosition} position @param {import("./model.js").Card} card */
function fits({ piles }, card) {
  const kinds = mayBe(card);
  return kinds.length > 0 && kinds.every(({ colour, rank }) => piles[Number(colour)] === rank);
}
