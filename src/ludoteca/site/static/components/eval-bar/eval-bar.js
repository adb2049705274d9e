/** Who stands better, as the last agent that thought saw it: a bar that is full for a sure win of the side at its end. */
import { h, set, useStyle } from "../../lib/dom.js";
import { signed, t } from "../../lib/texts.js";
import { shareOf } from "./scale.js";

useStyle(new URL("eval-bar.css", import.meta.url).href);

/** @param {string[]} seatNames */
export function mountEvalBar(seatNames) {
  const fill = h("div.eval-bar-fill");
  const value = h("span.eval-bar-value", { "aria-hidden": "true" });
  const element = h("div.eval-bar", { role: "meter", "aria-valuemin": -1, "aria-valuemax": 1 }, fill, value);

  /** @param {number | null} evaluation seat 0's expectation @param {boolean} flipped whether seat 1 sits below */
  function update(evaluation, flipped) {
    const known = evaluation !== null;
    const share = known ? shareOf(evaluation) : 0.5;
    fill.style.setProperty("--share", String(share));
    set(element, "data-flipped", flipped);
    set(element, "data-known", known);
    set(element, "aria-valuenow", known ? evaluation.toFixed(2) : 0);
    const text = known ? t("eval.value", { seat: seatNames[0], value: signed(evaluation) }) : t("eval.unknown");
    set(element, "aria-valuetext", text);
    set(element, "aria-label", t("eval"));
    element.title = text;
    value.textContent = known ? signed(evaluation) : "";
    set(value, "data-top", share < 0.5 !== flipped);
    set(value, "data-on", share < 0.5 ? "second" : "first");
  }

  return { element, update };
}
