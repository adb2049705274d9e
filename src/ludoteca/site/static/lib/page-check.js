/** Whether what a game's package gives as its page is one, without a browser. */

/** @typedef {import("./types.js").Refusal} Refusal */

/** What every page has, with the type of each. @type {Record<string, string>} */
const PARTS = { picture: "function", board: "function" };

/** What is wrong with the default export of a page's `index.js`; null if nothing is. @param {any} page @param {string} name the package @returns {Refusal | null} */
export function checkPage(page, name) {
  const missing = Object.keys(PARTS).filter((part) => !page || typeof page[part] !== PARTS[part]);
  return missing.length ? problem("page/no_export", { package: name, missing: missing.join(", ") }) : null;
}

/** The same for what the page's `board` gives. @param {any} module @param {string} name @returns {Refusal | null} */
export function checkBoard(module, name) {
  return typeof module?.mountBoard === "function" ? null : problem("page/no_mount", { package: name });
}

/** A script that does not load. @param {unknown} error @param {string} name @returns {Refusal} */
export const scriptProblem = (error, name) =>
  problem("page/script", { package: name, reason: error instanceof Error ? error.message : String(error) });

/** The sentence is in the texts. @param {string} code @param {Record<string, any>} params @returns {Refusal} */
const problem = (code, params) => ({ code, message: "", params });
