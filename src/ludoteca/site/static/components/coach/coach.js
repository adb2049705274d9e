/** Guiding words for a first game, below a board; they can be switched off, and on again among the table's switches. */
import { h, show, useStyle } from "../../lib/dom.js";
import { choose, onSetting, setting } from "../../lib/settings.js";
import { t } from "../../lib/texts.js";

useStyle(new URL("coach.css", import.meta.url).href);

/** The switch for the table's page. @param {string} game @returns {import("../../lib/types.js").Toggle} */
export const coachToggle = (game) => ({ setting: `${game}.coach`, text: "coach", choices: [["on", "coach.on"], ["off", "coach.none"]] });

/** @param {string} game */
export function mountCoach(game) {
  const text = h("p");
  const element = h("aside.coach", { hidden: true, "aria-label": t("coach") },
    text, h("button.plain", { type: "button", onclick: () => choose(`${game}.coach`, "off") }, t("coach.off")));
  let said = "";

  /** @param {string} advice empty where there is nothing to say */
  function update(advice) {
    said = advice;
    const shown = setting(`${game}.coach`) === "off" ? "" : advice;
    show(element, Boolean(shown));
    if (text.textContent !== shown) text.textContent = shown;
  }

  onSetting(`${game}.coach`, () => update(said));
  return { element, update };
}
