/** The button that ends a capture where the rules allow it to end. */
import { h, show } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";

/** @param {() => void} stopHere */
export function mountStop(stopHere) {
  const element = h("button.checkers-stop", { type: "button", hidden: true, onclick: stopHere }, t("checkers.stop"));

  /** Below the piece, or above it in the lowest row. @param {{row: number, column: number} | null} at null: no capture can end now */
  function draw(at) {
    show(element, at !== null);
    if (!at) return;
    element.style.left = `${Math.min(84, Math.max(16, (at.column + 0.5) * 12.5))}%`;
    element.style.top = `${at.row < 7 ? (at.row + 1) * 12.5 : at.row * 12.5 - 9}%`;
  }

  return { element, draw };
}
