/**
 * Line-ups and contestants of one's own as text and in links, and looking things up by name, without a browser.
 *
 * @typedef {{number: number, english: string, italian: string, condition: string, effect: string, hearts: number, jam: number}} KnownMove
 * @typedef {{name: string, species: string, moves: number[], documented: boolean, contests: [string, string][],
 *   points: Record<string, number>}} RosterEntry
 * @typedef {{conditions: string[], neutral: Record<string, string[]>, ranks: string[], thesis: string[], moves: KnownMove[],
 *   combinations: [number, number][], species: [string, string, string][], roster: RosterEntry[]}} Catalogue
 * @typedef {{name: string, species: string, moves: number[], own: boolean}} Entrant
 */

const FORBIDDEN = /[=:;,/@+\n"]/;
const MOST_BYTES = 12;

/** Without case, accents or signs: what people type is compared so. @param {string} text */
export const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Those whose name in either language has what was typed, best first. @param {KnownMove[]} moves @param {string} typed @param {number} most */
export function searchMoves(moves, typed, most) {
  const wanted = plain(typed);
  const rank = (/** @type {KnownMove} */ move) => Math.min(...[move.english, move.italian].map((name) => place(plain(name), wanted)));
  return moves.filter((move) => rank(move) < 9).sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

/** 0: equal, 1: begins so, 2: contains it. @param {string} name @param {string} wanted */
const place = (name, wanted) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 9);

/** The only move that a text can mean: its exact name in either language. @param {KnownMove[]} moves @param {string} text */
export const exactMove = (moves, text) => moves.find((move) => [move.english, move.italian].some((name) => plain(name) === plain(text))) ?? null;

/** What is wrong with a contestant of one's own: a code, or null. @param {Catalogue} all @param {Entrant} entrant */
export function findFault(all, { name, species, moves }) {
  const bytes = new TextEncoder().encode(name.trim()).length;
  if (bytes < 1 || bytes > MOST_BYTES || FORBIDDEN.test(name)) return "name";
  if (!all.species.some(([known]) => known === species)) return "species";
  if (moves.length !== 4 || moves.some((move) => !all.moves[move - 1])) return "moves";
  return new Set(moves).size < 4 ? "twice" : null;
}

/** As the server reads it. @param {Catalogue} all @param {Entrant} entrant */
export function entrantText(all, { name, species, moves, own }) {
  return own ? `${name.trim()}=${species}:${moves.map((move) => all.moves[move - 1].english).join("/")}` : name;
}

/** The part of a link that carries a contestant. @param {Catalogue} all @param {Entrant} entrant */
export const entrantLink = (all, entrant) => `?contestant=${encodeURIComponent(entrantText(all, entrant))}#play-contest`;

/** A contestant from the text of a link; null for nonsense. @param {Catalogue} all @param {string | null} text @returns {Entrant | null} */
export function readEntrant(all, text) {
  const found = /^([^=]{1,40})=([^:]{1,40}):([^@+]{1,200})$/.exec(text ?? "");
  if (!found) return null;
  const moves = found[3].split("/").map((name) => exactMove(all.moves, name)?.number ?? 0);
  const species = all.species.find(([name]) => plain(name) === plain(found[2]))?.[0] ?? "";
  const entrant = { name: found[1].trim(), species, moves, own: true };
  return findFault(all, entrant) ? null : entrant;
}

/** Those of the roster who take part in such a contest; an empty rank is every rank. @param {Catalogue} all @param {string} condition @param {string} rank */
export function poolOf(all, condition, rank) {
  return all.roster.filter((entry) => entry.contests.some(([known, of]) => known === condition && (!rank || of === rank)));
}

/** Four different ones at random. @param {string[]} names @param {() => number} [lot] */
export function drawFour(names, lot = Math.random) {
  const left = [...names];
  return Array.from({ length: Math.min(4, left.length) }, () => left.splice(Math.floor(lot() * left.length), 1)[0]);
}

/** 1 excites the crowd, 0 neutral, -1 bores it. @param {Catalogue} all @param {string} condition of the move @param {string} contest */
export const crowdOf = (all, condition, contest) => (condition === contest ? 1 : all.neutral[contest].includes(condition) ? 0 : -1);

/** Pairs of these moves that are combinations, by place. @param {Catalogue} all @param {number[]} moves @returns {[number, number][]} */
export function combosOf(all, moves) {
  const known = new Set(all.combinations.map(([first, second]) => `${first} ${second}`));
  return moves.flatMap((first, a) => moves.flatMap((second, b) => (known.has(`${first} ${second}`) ? [/** @type {[number, number]} */ ([a, b])] : [])));
}
