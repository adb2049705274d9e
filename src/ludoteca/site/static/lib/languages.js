/** The languages that the server has found, and which of them a person reads. */

/** @typedef {Record<string, {name: string, texts: string}>} Languages `texts` is the address of the catalogue */

/** @type {Languages} */
const ENGLISH = { en: { name: "English", texts: "" } };

/** As the head of the page lists them. @returns {Languages} */
export function readLanguages() {
  const listed = /** @type {HTMLMetaElement | null | undefined} */ (globalThis.document?.querySelector("meta[name=languages]"));
  return listed ? JSON.parse(listed.content) : ENGLISH;
}

/**
 * The first of a person's languages that there is, English if there is none: "it-CH" is content with "it".
 * @param {readonly string[]} wanted the best first @param {string[]} known
 */
export function wantedLanguage(wanted, known) {
  for (const name of wanted) {
    const exact = known.find((code) => code.toLowerCase() === name.toLowerCase());
    const found = exact ?? known.find((code) => code === name.toLowerCase().split("-")[0]);
    if (found) return found;
  }
  return "en";
}
