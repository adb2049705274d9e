/**
 * A game that is played elsewhere, without a browser: what its link holds, and what taking back takes back.
 *
 * @typedef {{options: Record<string, any>, seat: number, actions: number[]}} Held what the link says: `seat` is one's own
 * @typedef {import("../../lib/types.js").FollowedMove} FollowedMove
 */

const MOST = 500; // actions, as the server takes them

/** @param {Held} held */
export function writeLink({ options, seat, actions }) {
  return new URLSearchParams({ seat: String(seat), options: JSON.stringify(options), actions: actions.join(".") }).toString();
}

/** What a link holds; null for none, or nonsense. @param {string} text @returns {Held | null} */
export function readLink(text) {
  const given = new URLSearchParams(text.replace(/^#/, ""));
  const seat = Number(given.get("seat") ?? NaN);
  const actions = (given.get("actions") ?? "").split(".").filter(Boolean).map(Number);
  const options = readOptions(given.get("options") ?? "");
  const sound = Number.isInteger(seat) && seat >= 0 && options && actions.length <= MOST && actions.every(Number.isSafeInteger);
  return sound ? { seat, options, actions } : null;
}

/** @param {string} text @returns {Record<string, any> | null} */
function readOptions(text) {
  try {
    const found = JSON.parse(text);
    return found && typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** Options that differ from what they are without being said. @param {{name: string, default: any}[]} known @param {Record<string, any>} options */
export function saidOptions(known, options) {
  const usual = Object.fromEntries(known.map((option) => [option.name, option.default]));
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => usual[name] !== value));
}

/**
 * How many actions stay when the last answer is taken back: picks that were entered together go together, and so does
 * what followed from them by itself.
 * @param {FollowedMove[]} log @param {boolean} together @param {(move: FollowedMove) => boolean} followed whether it was not asked for
 */
export function keptWithout(log, together, followed) {
  let n = log.length;
  while (n > 0 && followed(log[n - 1])) n -= 1;
  if (!n) return 0;
  n -= 1;
  while (together && log[n].seat >= 0 && n > 0 && log[n - 1].seat >= 0 && log[n - 1].seat < log[n].seat) n -= 1;
  return n;
}
