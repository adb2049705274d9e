/** What a judge's values look like to people, without a browser. */
import { number, percent } from "./texts.js";

/** @typedef {import("./wire.js").Scale} Scale */
/** @typedef {import("./wire.js").GameAnalysis} GameAnalysis */

/** "62 %", or "21.4" points. @param {Scale} scale @param {number | null} value */
export function valueText(scale, value) {
  if (value === null) return "?";
  return scale.kind === "win" ? percent(value) : number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Where on the scale a value is, from 0 to 1. @param {Scale} scale @param {number} value */
export const shareOf = (scale, value) => Math.max(0, Math.min(1, (value - scale.low) / (scale.high - scale.low)));

/**
 * The lines of a chart: one value after each decision, 0 being before the first. Two opponents and a team have one line,
 * several rivals one each, which goes on as it was while others decide.
 * @param {GameAnalysis} analysis @param {number} last how many decisions the game has
 * @returns {(number | null)[][]}
 */
export function linesOf({ scale, opposed, seats, decisions }, last) {
  const single = opposed || scale.kind === "points";
  const lines = Array.from({ length: single ? 1 : seats.length }, () => /** @type {(number | null)[]} */ (Array(last + 1).fill(null)));
  for (const { number: place, seat, before, after } of decisions) {
    const line = lines[single ? 0 : seat];
    const seen = (/** @type {number | null} */ value) => (value !== null && opposed && seat === 1 ? 1 - value : value);
    line[place - 1] ??= seen(before);
    if (place <= last) line[place] = seen(after) ?? line[place];
  }
  return lines;
}

/** The value of a line at a place, or the nearest before it. @param {(number | null)[]} line @param {number} place */
export function valueAt(line, place) {
  for (let at = place; at >= 0; at -= 1) if (line[at] !== null) return line[at];
  return null;
}
