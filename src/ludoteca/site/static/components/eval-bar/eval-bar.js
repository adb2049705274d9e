/** What the game's judge thinks of the position: a chance to win in percent, or the points that a team may expect. */
import { h, set, useStyle } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";
import { shareOf, valueText } from "../../lib/values.js";

useStyle(new URL("eval-bar.css", import.meta.url).href);

/** @typedef {{seat: number, value: number | null, scale: import("../../lib/wire.js").Scale}} Valued */

/** @param {string[]} seatNames */
export function mountEvalBar(seatNames) {
  const fill = h("div.eval-bar-fill");
  const value = h("span.eval-bar-value", { "aria-hidden": "true" });
  const element = h("div.eval-bar", { role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": t("eval") }, fill, value);

  /** @param {Valued | null} told @param {boolean} flipped whether seat 1 sits below */
  function update(told, flipped) {
    const known = told !== null && told.value !== null;
    const seen = known ? facing(/** @type {Valued & {value: number}} */ (told)) : null;
    const share = seen ? shareOf(seen.scale, seen.value) : 0.5;
    const text = seen ? tell(seen) : t("eval.unknown");
    fill.style.setProperty("--share", String(share));
    set(element, "data-flipped", flipped && seatNames.length === 2);
    set(element, "data-known", known);
    set(element, "aria-valuenow", Math.round(100 * share));
    set(element, "aria-valuetext", text);
    element.title = text;
    value.textContent = seen ? valueText(seen.scale, seen.value) : "";
    set(value, "data-top", share < 0.5 !== (flipped && seatNames.length === 2));
    set(value, "data-on", share < 0.5 ? "second" : "first");
  }

  /** Two opponents share one bar, from the first one's side. @param {Valued & {value: number}} told */
  function facing(told) {
    const turned = seatNames.length === 2 && told.scale.kind === "win" && told.seat === 1;
    return turned ? { ...told, seat: 0, value: 1 - told.value } : told;
  }

  /** @param {Valued & {value: number}} told */
  function tell({ seat, value: found, scale }) {
    const text = valueText(scale, found);
    return scale.kind === "win" ? t("eval.win", { seat: seatNames[seat], value: text }) : t("eval.points", { value: text });
  }

  return { element, update };
}
