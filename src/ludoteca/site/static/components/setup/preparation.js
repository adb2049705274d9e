/** Levels that the server still compiles: shown, and not to be chosen yet. */
import { get } from "../../lib/api.js";
import { show } from "../../lib/dom.js";

/** @typedef {{input: HTMLInputElement, note: HTMLElement}} Tile */

/** The names of the levels that are still being prepared. @param {any} status @param {string} game @returns {string[]} */
export function findUnready(status, game) {
  const levels = status?.games[game]?.levels ?? {};
  return Object.keys(levels).filter((name) => !levels[name]);
}

/**
 * Ask the server until every level is there, or the dialog is closed.
 * @param {string} game @param {Map<string, Tile>} tiles @param {() => boolean} isOpen @param {(name: string) => void} choose
 */
export async function watchLevels(game, tiles, isOpen, choose) {
  const unready = findUnready(await get("/status").catch(() => null), game);
  for (const [name, { input, note }] of tiles) {
    input.disabled = unready.includes(name);
    show(note, input.disabled);
  }
  const [first] = [...tiles.keys()].filter((name) => !unready.includes(name));
  const chosen = [...tiles.values()].find(({ input }) => input.checked);
  if (chosen?.input.disabled && first) {
    /** @type {Tile} */ (tiles.get(first)).input.checked = true;
    choose(first);
  }
  if (unready.length && isOpen()) setTimeout(() => watchLevels(game, tiles, isOpen, choose), 1000);
}
