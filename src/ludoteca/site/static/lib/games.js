/**
 * Games by name. A game's page is a folder of the game's package, whose `index.js` exports a `GamePage`; a game without
 * one gets the generic page: its text and its legal actions. So does a game whose page is broken, with a notice that
 * says which package to mend and how.
 */
import { get } from "./api.js";
import { useStyle } from "./dom.js";
import { checkBoard, checkPage, scriptProblem } from "./page-check.js";
import { addTexts, explain, t, tOr } from "./texts.js";

/** @typedef {import("./types.js").GamePage} GamePage */
/** @typedef {import("./types.js").GameCard} GameCard */
/** @typedef {import("./types.js").Refusal} Refusal */

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

/** The page of a game with its board. @param {GameCard} game */
export async function loadBoard(game) {
  const page = await loadPage(game);
  const found = await importBoard(game, page);
  if (!("code" in found)) return { page, mountBoard: found.mountBoard };
  const plain = await usePlainPage(found);
  pages.set(game.name, Promise.resolve(plain));
  return { page: plain, mountBoard: (await plain.board()).mountBoard };
}

/** @param {GameCard} game @returns {Promise<GamePage>} */
async function importPage(game) {
  const found = await importFolder(game);
  const page = found && "code" in found ? await usePlainPage(found) : found ?? (await usePlainPage(null));
  if (page.texts) addTexts(game.name, page.texts);
  addTexts(game.name, { en: givenNames(game) });
  if (page.style) await useStyle(page.style);
  return page;
}

/** The generic page, with what is wrong with the game's own. @param {Refusal | null} problem @returns {Promise<GamePage>} */
async function usePlainPage(problem) {
  const plain = (await import("../generic/index.js")).default;
  if (plain.style) await useStyle(plain.style);
  return problem ? { ...plain, notice: t("page.broken", { problem: explain(problem) }) } : plain;
}

/** What the rules call the seats, for pages that have no names of their own. @param {GameCard} game */
function givenNames(game) {
  const named = game.seat_names.map((name, seat) => [`seat.${seat}`, name]).filter(([, name]) => !/^seat \d+$/.test(name));
  return Object.fromEntries(named);
}

/** The game's own page, or what is wrong with it; null if it has none. @param {GameCard} game @returns {Promise<GamePage | Refusal | null>} */
async function importFolder(game) {
  if (!game.page) return null;
  if (game.page.problem) return game.page.problem;
  try {
    const page = (await import(`../games/${game.name}/index.js`)).default;
    return checkPage(page, game.page.package) ?? page;
  } catch (error) {
    return scriptProblem(error, game.page.package);
  }
}

/** @param {GameCard} game @param {GamePage} page @returns {Promise<{mountBoard: import("./types.js").MountBoard} | Refusal>} */
async function importBoard(game, page) {
  const name = game.page?.package ?? "";
  try {
    const found = await page.board();
    return checkBoard(found, name) ?? found;
  } catch (error) {
    return scriptProblem(error, name);
  }
}

/** What the seats of this table are called, where its page says so. @param {GameCard} game @param {GamePage} page @param {Record<string, any>} stage */
export function nameSeats(game, page, stage) {
  const names = page.seatNames?.(stage) ?? [];
  addTexts(game.name, { en: Object.fromEntries(names.map((name, seat) => [`seat.${seat}`, name])) });
}

/** @param {GameCard} game */
export const gameTitle = (game) => tOr(`${game.name}.title`, game.title);
/** @param {GameCard} game */
export const gameSummary = (game) => tOr(`${game.name}.summary`, game.summary);
