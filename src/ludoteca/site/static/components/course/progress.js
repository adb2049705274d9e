/** How far somebody is in a course, without a browser: the first verdict on each lesson, by its name. */

/** @typedef {"right" | "works" | "wrong"} Kind */
/** @typedef {Record<string, Kind>} Progress */

const KINDS = ["right", "works", "wrong"];

/** What was kept; nothing if it is no longer readable. @param {string} text @param {string[]} names of the lessons @returns {Progress} */
export function readProgress(text, names) {
  try {
    const found = JSON.parse(text || "{}");
    return Object.fromEntries(Object.entries(found ?? {}).filter(([name, kind]) => names.includes(name) && KINDS.includes(/** @type {any} */ (kind))));
  } catch {
    return {};
  }
}

/** The first answer counts. @param {Progress} progress @param {string} name @param {Kind} kind @returns {Progress} */
export const withVerdict = (progress, name, kind) => (name in progress ? progress : { ...progress, [name]: kind });

/** How many first answers were good. @param {Progress} progress */
export const countRight = (progress) => Object.values(progress).filter((kind) => kind !== "wrong").length;

/** Where to go on: the first lesson without an answer; the first if there is none. @param {Progress} progress @param {string[]} names */
export function nextLesson(progress, names) {
  const open = names.findIndex((name) => !(name in progress));
  return Math.max(0, open);
}
