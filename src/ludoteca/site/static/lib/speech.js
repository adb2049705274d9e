/** The one live region of a page: what a screen reader says without being asked. */
import { h } from "./dom.js";

/** @type {HTMLElement | null} */
let region = null;

export function mountSpeech() {
  region = h("div.visually-hidden", { role: "status", "aria-live": "polite", "aria-atomic": "true" });
  document.body.append(/** @type {HTMLElement} */ (region));
}

/** A repeated text is said again: a no-break space makes it new. @param {string} text */
export function say(text) {
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
