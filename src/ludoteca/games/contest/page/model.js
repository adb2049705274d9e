/**
 * A contest as a front end needs it, without a browser. The server knows the rules; what is here adds up what it told.
 *
 * @typedef {{place: number, english: string, italian: string, condition: string, effect: string, hearts: number, jam: number,
 *   crowd: number, opens: boolean, completed_by: number[]}} Card a move
 * @typedef {{name: string, species: string, number: number, shape: string, colour: string, introduction: number, moves: Card[]}} Performer
 * @typedef {{condition: string, turns: number, full: number, live: number, combination: number, preliminary: number,
 *   contestants: Performer[]}} Stage
 * @typedef {{hearts: number, total: number, score: number, energy: number, signs: string[], pick: number | "hidden" | null,
 *   shown: number | null, last: number | null}} Standing `shown`: the move performed in this turn
 * @typedef {{turn: number, stars: number, phase: string, order: number[], freezer: number | null, contestants: Standing[],
 *   winner: number | null}} ContestPosition
 * @typedef {{type: string, seat?: number | null, n?: number, stars?: number, hearts?: number, place?: number, order?: number[]}} TurnStep
 * @typedef {{hearts: number, total: number, energy: number, signs: string[], picked: boolean, shown: number | null,
 *   gained: number | null, startled: boolean}} Figure
 * @typedef {{turn: number, stars: number, order: number[], active: number | null, freezer: number | null, figures: Figure[]}} Frame
 *   what is drawn at one moment
 */

import { countLevels } from "ludoteca/components/tree/layout.js";

/** @typedef {import("ludoteca/lib/types.js").TreeNode} TreeNode */

/** Who advises: each contestant plays for itself, picks are hidden, and values are chances to win. */
export const ADVISER = "mcts:reward=win,chance=open,exploration=0.5,seconds=3,snapshot=200";

export const SLOTS = 16; // hearts that a card has room for

/** Signs that end with a turn. */
const OF_A_TURN = ["nervous", "resting", "shield", "safe", "fragile"];

/** @param {ContestPosition} position @returns {Frame} */
export function frameOf(position) {
  const figures = position.contestants.map((standing) => ({
    hearts: standing.hearts, total: standing.total, energy: standing.energy, signs: standing.signs,
    picked: standing.pick !== null && standing.shown === null, shown: standing.shown, gained: null, startled: false,
  }));
  return { turn: position.turn, stars: position.stars, order: position.order, active: null, freezer: position.freezer, figures };
}

/** What one step changes. @param {Frame} frame @param {TurnStep} step @returns {Frame} */
export function applyStep(frame, step) {
  const next = { ...frame, stars: step.stars ?? frame.stars, figures: frame.figures.map((figure) => ({ ...figure, startled: false })) };
  if (step.type === "order") return beginTurn(next, step.order ?? frame.order);
  if (step.type === "turn") return { ...next, turn: step.n ?? frame.turn };
  const figure = next.figures[Number(step.seat)];
  if (step.seat === null || !figure) return next;
  figure.hearts += step.hearts ?? 0;
  if (["performs", "too_nervous", "rested", "gone"].includes(step.type)) Object.assign(next, { active: step.seat });
  if (step.type === "performs") Object.assign(figure, { shown: step.place ?? null, picked: false });
  if (step.type === "startled") figure.startled = true;
  if (step.type === "gains_energy") figure.energy = step.n ?? 0;
  if (step.type === "loses_energy") figure.energy = 0;
  if (step.type === "freezes") next.freezer = step.seat ?? null;
  if (step.type === "hearts") Object.assign(figure, { total: figure.total + (step.n ?? 0), gained: step.n ?? 0 });
  figure.signs = changeSigns(figure.signs, step.type);
  return next;
}

/** @param {Frame} frame @param {number[]} order @returns {Frame} */
function beginTurn(frame, order) {
  const figures = frame.figures.map((figure) => ({ ...figure, hearts: 0, picked: false, signs: figure.signs.filter((sign) => !OF_A_TURN.includes(sign)) }));
  return { ...frame, order, active: null, freezer: null, figures };
}

/** @type {Record<string, string>} the sign that a step gives */
const GIVES = { guards_once: "shield", guards: "safe", fragile: "fragile", nervous: "nervous", expected: "combo expected" };
/** @type {Record<string, string>} the sign that a step takes */
const TAKES = { protected: "shield", combines: "combo expected", loses_standby: "combo expected", performs: "combo expected" };

/** @param {string[]} signs @param {string} type */
function changeSigns(signs, type) {
  const kept = signs.filter((sign) => sign !== TAKES[type]);
  return type in GIVES ? [...kept, GIVES[type]] : kept;
}

/** What happened to each contestant in the turn before: the move shown and the hearts. @param {TurnStep[]} steps */
export function sumUp(steps) {
  /** @type {{place: number | null, hearts: number}[]} */
  const rows = [];
  for (const step of steps) {
    if (step.seat === null || step.seat === undefined) continue;
    rows[step.seat] ??= { place: null, hearts: 0 };
    if (step.type === "performs") rows[step.seat].place = step.place ?? null;
    if (step.type === "hearts") rows[step.seat].hearts = step.n ?? 0;
  }
  return rows;
}

/** The steps in turns: a new one begins where a turn does. @param {TurnStep[]} steps @returns {TurnStep[][]} */
export function splitTurns(steps) {
  /** @type {TurnStep[][]} */
  const turns = [[]];
  for (const step of steps) {
    if (step.type === "turn") turns.push([]);
    else turns[turns.length - 1].push(step);
  }
  return turns.filter((turn) => turn.length);
}

/** The thesis's short codes: hearts and stars up and down. @param {TurnStep} step @param {string} name of who it happens to */
export function codeOf(step, name) {
  const n = step.n ?? 0;
  /** @type {Record<string, string>} */
  const codes = {
    earns: `+${n}h`, combines: `+${n}h`, excites: `+${n}h +${n}s`, live: `+${n}h →0s`, repeats: `−${n}h`, bores: `−${n}h`, cools: `−${n}s`,
    startled: `−${n}h × ${name}`, hearts: `=${n}h`, gains_energy: `+1e`, loses_energy: `→0e × ${name}`, will_be_first: "→1.", will_be_last: "→4.",
  };
  return codes[step.type] ?? "";
}

/** Places at the end, the first one first; the winner of a tie before the others. @param {ContestPosition} position */
export function placesOf(position) {
  return position.contestants.map((_, seat) => seat).sort((a, b) =>
    Number(b === position.winner) - Number(a === position.winner) || position.contestants[b].score - position.contestants[a].score);
}

/** A bar's length in whole per cent of the winner's. @param {number} value @param {number} best */
export const shareOf = (value, best) => (best > 0 ? Math.max(0, Math.min(100, Math.floor((100 * value) / best))) : 0);

/** Whether 16 slots are filled: half on either side, from the bottom up, in turns. @param {number} hearts @returns {{side: number, step: number}[]} */
export function fillWings(hearts) {
  return Array.from({ length: Math.min(SLOTS, Math.abs(hearts)) }, (_, i) => ({ side: i % 2, step: Math.floor(i / 2) }));
}

/** The best move of an analysis, once it is done; null while it runs. @param {{done: boolean, actions: {action: number}[]} | null | undefined} analysis */
export const adviceOf = (analysis) => (analysis?.done && analysis.actions.length ? analysis.actions[0].action : null);

/** The chance to win that an analysis gives a move. @param {{actions: {action: number, value: number | null}[]} | null | undefined} analysis @param {number} place */
export function chanceOf(analysis, place) {
  return analysis?.actions.find((found) => found.action === place)?.value ?? null;
}

/** Where an arrow key leads in a list of `n`; null if it is no arrow key. @param {string} key @param {number} now @param {number} n */
export function stepBy(key, now, n) {
  /** @type {Record<string, number>} */
  const to = { ArrowUp: now - 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: n - 1 };
  return key in to ? (to[key] + n) % n : null;
}

/** The picture of a search tree. */
export const TREE = { width: 400, height: 190, level: 34 };

/**
 * Places as the thesis's program has them: children spread over three quarters of the room at the root, a quarter of it
 * a level further down.
 * @param {TreeNode} root @param {number} width
 * @returns {{x: number, y: number, px: number, py: number, move: number, share: number, depth: number}[]}
 */
export function spread(root, width) {
  const level = Math.min(TREE.level, (TREE.height - 24) / Math.max(1, countLevels(root) - 1));
  /** @type {ReturnType<typeof spread>} */
  const spots = [];
  /** @param {TreeNode} node @param {number} x @param {number} room @param {number} depth @param {number} move */
  function put(node, x, room, depth, move) {
    node.children.forEach((child) => {
      const of = child.action ?? 0;
      const cx = x + room * (Math.min(3, of) / 3 - 0.5);
      const branch = depth === 0 ? of : move;
      spots.push({ x: cx, y: 14 + level * (depth + 1), px: x, py: 14 + level * depth, move: branch, share: root.visits ? child.visits / root.visits : 0, depth: depth + 1 });
      put(child, cx, room / 4, depth + 1, branch);
    });
  }
  put(root, width / 2, width * 0.75, 0, -1);
  return spots;
}
