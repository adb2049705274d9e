/** Private notes on cards, kept in this browser by table and card. They are never sent. */
import { choose, setting } from "ludoteca/lib/settings.js";

const KEPT = "hanabi.notes";
const MOST_TABLES = 50;
export const LONGEST_NOTE = 40;

/** @typedef {Record<string, Record<string, string>>} Notes by table, by a card's order */

/** What was kept; nothing if it is no longer readable. @param {string} text @returns {Notes} */
export function readNotes(text) {
  try {
    const found = JSON.parse(text || "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/**
 * With another note on a card; the tables that were noted on longest ago are forgotten.
 * @param {Notes} notes @param {string} table @param {number} order @param {string} text @returns {Notes}
 */
export function withNote(notes, table, order, text) {
  const { [table]: before = {}, ...others } = notes;
  const { [order]: _, ...rest } = before;
  const cards = text.trim() ? { ...rest, [order]: text.slice(0, LONGEST_NOTE) } : rest;
  const kept = Object.entries(others).slice(1 - MOST_TABLES);
  return Object.fromEntries(Object.keys(cards).length ? [...kept, [table, cards]] : kept);
}

/** The table that a page shows: its address has it; a page of rules shows none. @param {string} path */
export const tableOf = (path) => /^\/(?:table|replay)\/([^/]+)/.exec(path)?.[1] ?? null;

/** @param {string | null} table */
export function notesOf(table) {
  return {
    possible: table !== null,
    /** @param {number} order */
    read: (order) => (table === null ? "" : String(readNotes(setting(KEPT))[table]?.[order] ?? "")),
    /** @param {number} order @param {string} text */
    write: (order, text) => table !== null && choose(KEPT, JSON.stringify(withNote(readNotes(setting(KEPT)), table, order, text))),
  };
}
