/**
 * Games by name. A game's page is one folder, `games/<game>/`, whose `index.js` exports a `GamePage`; a game without
 * a folder gets the plain board that shows its text and its legal actions.
 */
import { get } from "./api.js";
import { useStyle } from "./dom.js";
import { addTexts, tOr } from "./texts.js";

/** @typedef {import("./types.js").GamePage} GamePage */
/** @typedef {import("./types.js").GameCard} GameCard */

/** @type {Promise<GameCard[]> | null} */
let asked = null;

/** Every game that the server offers. @param {boolean} [anew] @returns {Promise<GameCard[]>} */
export function listGames(anew = false) {
  if (anew) asked = null;
  return (asked ??= /** @type {Promise<GameCard[]>} */ (get("/games")));
}

/** @param {string} name @returns {Promise<GameCard>} */
export async function findGame(name) {
  const found = (await listGames()).find((game) => game.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** @type {Map<string, Promise<GamePage>>} */
const pages = new Map();

/** The page of a game. @param {GameCard} game @returns {Promise<GamePage>} */
export function loadPage(game) {
  const known = pages.get(game.name) ?? importPage(game);
  pages.set(game.name, known);
  return known;
}

/** @param {GameCard} game */
async function importPage(game) {
  const page = (await importFolder(game)) ?? (await import("../games/generic/index.js")).default;
  addTexts(game.name, { en: nameSeats(game) });
  addTexts(game.name, page.texts);
  if (page.style) await useStyle(page.style);
  return page;
}

/** What the rules call the seats, for pages that have no names of their own. @param {GameCard} game */
function nameSeats(game) {
  const named = game.seat_names.map((name, seat) => [`seat.${seat}`, name]).filter(([, name]) => !/^seat \d+$/.test(name));
  return Object.fromEntries(named);
}

/** @param {GameCard} game @returns {Promise<GamePage | null>} */
async function importFolder(game) {
  if (game.page === false) return null;
  try {
    return (await import(`../games/${game.name}/index.js`)).default;
  } catch (error) {
    if (game.page) throw error;
    return null;
  }
}

/** @param {GameCard} game */
export const gameTitle = (game) => tOr(`${game.name}.title`, game.title);
/** @param {GameCard} game */
export const gameSummary = (game) => tOr(`${game.name}.summary`, game.summary);
