/** A short message at the foot of the page, which the live region says too. */
import { h, useStyle } from "../../lib/dom.js";
import { say } from "../../lib/speech.js";

useStyle(new URL("toast.css", import.meta.url).href);

/** @type {HTMLElement | null} */
let shown = null;

/** @param {string} text @param {"good" | "bad"} [kind] */
export function toast(text, kind = "good") {
  shown?.remove();
  const message = /** @type {HTMLElement} */ (h(`div.toast.-${kind}`, {}, text));
  shown = message;
  document.body.append(message);
  say(text);
  setTimeout(() => message.remove(), 2500 + 45 * text.length);
}
