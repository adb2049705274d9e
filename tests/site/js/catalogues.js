/** The catalogues of texts, as the server reads them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { useTexts } from "ludoteca/lib/texts.js";

const GAMES = fileURLToPath(new URL("../../../src/ludoteca/games", import.meta.url));

/** By language, by key. @param {string} folder @returns {Record<string, Record<string, string>>} */
export function readTexts(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return Object.fromEntries(files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(folder, name), "utf8"))]));
}

/** The same for a game, with what its page adds. @param {string} folder */
export async function readGameTexts(folder) {
  const texts = readTexts(join(folder, "texts"));
  const script = join(folder, "page", "texts.js");
  const added = existsSync(script) ? (await import(script)).texts : {};
  return Object.fromEntries(Object.entries(texts).map(([language, own]) => [language, { ...added[language], ...own }]));
}

/** Lets pages say what a game's English catalogue says. @param {string} game */
export async function useGameTexts(game) {
  const { en } = await readGameTexts(join(GAMES, game));
  useTexts(Object.fromEntries(Object.entries(en).map(([key, text]) => [`${game}.${key}`, text])));
}
