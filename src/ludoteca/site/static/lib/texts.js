/** Every text in the language of the page. The server reads them from the catalogues of the site and of the games. */
import { readLanguages, wantedLanguage } from "./languages.js";
import { setting } from "./settings.js";

/** What each language calls itself, and where its texts are, by code. */
export const LANGUAGES = readLanguages();

/** @type {Record<string, string>} */
const texts = {};

export const language = wantedLanguage([setting("language"), ...(globalThis.navigator?.languages ?? [])], Object.keys(LANGUAGES));

/** Loads all texts; nothing may be shown before. */
export async function loadTexts() {
  useTexts(await (await fetch(LANGUAGES[language].texts)).json());
  document.documentElement.lang = language;
}

/** @param {Record<string, string>} more */
export function useTexts(more) {
  Object.assign(texts, more);
}

/** Texts of a game that its catalogue does not have, under the game's name. @param {string} game @param {Record<string, Record<string, string>>} byLanguage */
export function addTexts(game, byLanguage) {
  for (const [key, text] of Object.entries(byLanguage[language] ?? byLanguage.en)) texts[`${game}.${key}`] ??= text;
}

/**
 * The text of a key, with `{names}` filled in. A missing key shows itself: tests look for it.
 * @param {string} key @param {Record<string, any>} [params]
 */
export function t(key, params = {}) {
  return has(key) ? fillIn(texts[key], params) : key;
}

/** A name of a program as people write it: `map_seed` is "Map seed". @param {string} name */
export const sentence = (name) => capitalise(name).replaceAll("_", " ");

/** @param {string} text */
export const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The same, or `otherwise` where there is no such text. @param {string} key @param {string} otherwise @param {Record<string, any>} [params] */
export function tOr(key, otherwise, params = {}) {
  return has(key) ? fillIn(texts[key], params) : otherwise;
}

/** @param {string} key */
export const has = (key) => Object.hasOwn(texts, key);

const plurals = new Intl.PluralRules(language); // making one takes much longer than using it

/** @param {number} n */
export const plural = (n) => (plurals.select(n) === "one" ? "one" : "other");

/** `one` or `other` of a counted thing: `count("moves", 3)`. @param {string} key @param {number} n @param {Record<string, any>} [params] */
export function count(key, n, params = {}) {
  return t(`${key}.${plural(n)}`, { ...params, n: number(n) });
}

/** What a level or an agent is called, in the game's own words or the site's. @param {string} game @param {string} name */
export const playerName = (game, name) => tOr(`${game}.name.${name}`, tOr(`level.${name}`, tOr(`agent.${name}`, name)));

const UNNAMED = "Guest"; // what the server calls a person without a nickname

/** Names with equal ones together, as in "3 × Hard". @param {string[]} names */
export function gather(names) {
  return [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times > 1 ? `${times} × ${name}` : name;
  });
}

/** Who sits on a seat. @param {string} game @param {import("./types.js").Seated} seat */
export function occupant(game, seat) {
  if (seat.kind === "agent") return playerName(game, seat.level ?? seat.name);
  return seat.name === UNNAMED ? t("guest") : seat.name;
}

/** @param {string} text @param {Record<string, any>} params */
export function fillIn(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** @type {Map<string, Intl.NumberFormat>} by their options */
const formats = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const key = options ? JSON.stringify(options) : "";
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format.format(value);
}

/** A value of -1 to 1 as `+0.35`. @param {number | null} value */
export const signed = (value) =>
  value === null ? "–" : number(value, { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} fraction */
export const percent = (fraction) => number(fraction, { style: "percent", maximumFractionDigits: 0 });

/**
 * What to tell a person about a refusal: in English the server's own sentence, which knows most; otherwise the
 * translation of its code, if there is one.
 * @param {{code?: string, message?: string, params?: Record<string, any>}} refusal @param {string} [game]
 */
export function explain(refusal, game = "") {
  const keys = [`${game}.error.${refusal.code}`, `error.${refusal.code}`];
  const key = keys.find(has);
  if (key && (language !== "en" || !refusal.message)) return fillIn(texts[key], refusal.params ?? {});
  return asSentence(refusal.message ?? refusal.code ?? "");
}

/** "you must capture" becomes "You must capture." @param {string} text */
export function asSentence(text) {
  const begun = capitalise(text);
  return /[\p{L}\d)]$/u.test(begun) ? `${begun}.` : begun;
}

/**
 * A seat's name: in the game's own words, or `otherwise`, or its number.
 * @param {string} game @param {number} seat @param {string} [otherwise]
 */
export function seatName(game, seat, otherwise) {
  const named = otherwise && !/^seat \d+$/.test(otherwise); // what a game without names for its seats is given
  return tOr(`${game}.seat.${seat}`, named ? otherwise : t("seat", { n: seat + 1 }));
}
