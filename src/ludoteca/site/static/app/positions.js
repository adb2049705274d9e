/** Earlier positions of a table, in pages that are asked of the server when somebody wants to see them. */
import { get } from "../lib/api.js";
import { applyPatch } from "../lib/patches.js";

/** @typedef {import("../lib/types.js").Step} Step */

export const PAGE = 100;

export class Positions {
  /** @param {string} id the table @param {(path: string) => Promise<import("../lib/types.js").Replay>} [ask] */
  constructor(id, ask = get) {
    this.id = id;
    this.ask = ask;
    /** @type {Step[]} by number, as far as they were asked for */
    this.known = [];
  }

  /** The page that a position is on, as the server sends it. @param {number} number */
  async load(number) {
    const from = number - (number % PAGE);
    const page = await this.ask(`/tables/${this.id}/replay?from=${from}&count=${PAGE}`);
    for (const step of unfold(page.positions)) this.known[step.number] = step;
    return page;
  }

  /** @param {number} number @returns {Promise<Step>} */
  async at(number) {
    if (!this.known[number]) await this.load(number);
    return this.known[number];
  }

  /** Every position up to the last. @param {number} last */
  async all(last) {
    for (let number = 0; number <= last; number++) await this.at(number);
    return this.known;
  }

  /** What was known may never have happened, or may be told otherwise now. */
  forget() {
    this.known = [];
  }
}

/** Steps with their whole positions: they come as what has changed since the one before. @param {import("../lib/wire.js").Step[]} steps @returns {Step[]} */
export function unfold(steps) {
  /** @type {Record<string, any>} */
  let shown = {};
  return steps.map(({ patch, ...step }) => {
    shown = patch ? applyPatch(shown, patch) : step.position ?? {};
    return { ...step, position: shown };
  });
}

/** Rows of the list of moves before those that came with the table. @param {string} id @param {number} until @param {(path: string) => Promise<any>} [ask] @returns {Promise<import("../lib/types.js").PlayedMove[]>} */
export async function loadMoves(id, until, ask = get) {
  /** @type {import("../lib/types.js").PlayedMove[]} */
  const rows = [];
  while (rows.length < until) {
    const page = await ask(`/tables/${id}/moves?from=${rows.length}&count=500`);
    if (!page.moves.length) break;
    rows.push(...page.moves);
  }
  return rows.slice(0, until);
}
