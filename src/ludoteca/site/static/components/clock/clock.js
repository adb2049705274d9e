/** The clock of a seat. It is a timer to screen readers: read when asked for, never by itself; the page says when little is left. */
import { h, set, useStyle } from "../../lib/dom.js";
import { clockText } from "../../lib/clock.js";

useStyle(new URL("clock.css", import.meta.url).href);

const LITTLE = 20_000; // milliseconds

export function mountClock() {
  const element = h("span.clock", { role: "timer", hidden: true });

  /** @param {number} left milliseconds @param {boolean} runs @param {string} label whose clock it is */
  function update(left, runs, label) {
    const text = clockText(left);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = false;
    set(element, "aria-label", label);
    set(element, "data-runs", runs);
    set(element, "data-little", left < LITTLE);
  }

  return { element, update };
}
