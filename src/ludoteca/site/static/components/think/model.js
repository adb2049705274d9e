/** What the think panel shows of an analysis, without a browser. */

/** The values of the moves fill their scale, unless all are nearly nothing. */
const LEAST = 0.05;

/** @typedef {import("../../lib/types.js").Analysis} Analysis */
/** @typedef {{depth: number, value: number | null, nodes: number, line: string[]}} Deepening */

/**
 * A row for each depth of iterative deepening; the newest answer of a depth replaces the older ones.
 * @param {Deepening[]} rows @param {Analysis} analysis
 * @returns {Deepening[]}
 */
export function addDepth(rows, analysis) {
  if (!analysis.depth || !analysis.line.length) return rows;
  const row = { depth: analysis.depth, value: analysis.value, nodes: analysis.nodes, line: analysis.line.map((move) => move.name) };
  return [...rows.filter((old) => old.depth < row.depth), row];
}

/**
 * The bars: best first, with the share of visits of each.
 * @param {Analysis} analysis @param {number} most
 */
export function bars(analysis, most) {
  const visits = Math.max(1, ...analysis.actions.map((action) => action.visits ?? 0));
  const total = Math.max(1, analysis.actions.reduce((sum, action) => sum + (action.visits ?? 0), 0));
  const highest = Math.max(LEAST, ...analysis.actions.map((action) => Math.abs(action.value ?? 0)));
  const known = analysis.actions.filter((action) => action.value !== null || action.visits || action.probability);
  return known.slice(0, most).map((action) => ({
    action: action.action,
    name: action.name,
    show: action.show ?? null,
    value: action.value,
    reach: action.value === null ? 0 : action.value / highest,
    visits: action.visits,
    share: action.visits === null ? action.probability : action.visits / total,
    length: action.visits === null ? action.probability ?? 0 : action.visits / visits,
  }));
}

/** Agents that a person can watch: the searches that explain themselves, levels after them. @param {import("../../lib/types.js").GameCard} game */
export function thinkers(game) {
  const dull = new Set(["random", "greedy", "bot"]);
  const order = ["sparta", "mcts", "alphabeta"];
  const names = game.agents.map((agent) => agent.name).filter((name) => !dull.has(name));
  return names.sort((a, b) => rank(order, a) - rank(order, b));
}

/** @param {string[]} order @param {string} name */
const rank = (order, name) => (order.includes(name) ? order.indexOf(name) : order.length);
