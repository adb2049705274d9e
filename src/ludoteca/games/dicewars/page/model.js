/**
 * Dicewars as a front end needs it, without a browser. Areas and seats are counted from 0; people count from 1.
 *
 * @typedef {{areas: number[], region: number[], pool: number[], reserve: number[], chance: number[]}} Standings a value a seat
 * @typedef {{phase: string, turn: number, turns: number, owner: number[], dice: number[], seats: Standings, transfers: number,
 *   map_seed: number, variant: string, battle?: [number, number], map?: import("./geometry.js").DiceMap}} DicePosition
 * @typedef {{action: number, name: string, kind: string, source?: number, target?: number, odds?: number, moved?: number,
 *   income?: number}} DiceMove
 * @typedef {{owner: number[], dice: number[]}} Land what an animation changes on its way from one position to the next
 * @typedef {{seat: number, areas: number, region: number, dice: number, reserve: number, chance: number | null, out: boolean, moves: boolean}} Row
 */

/** @typedef {"chosen" | "attack" | "reach" | "acts" | "moves"} Mark */

/** @param {DiceMove[]} legal @param {number} area */
export const movesFrom = (legal, area) => legal.filter((move) => move.source === area);

/** @param {DiceMove[]} legal @param {number} source @param {number} target */
export const moveTo = (legal, source, target) => legal.find((move) => move.source === source && move.target === target);

/** @param {DiceMove[]} legal */
export const endOf = (legal) => legal.find((move) => move.kind === "end");

/**
 * What a click on an area means: choose it, play from the chosen one, or ask why not.
 * @param {DiceMove[]} legal @param {number | null} chosen @param {number} area
 * @returns {{chosen: number | null, play?: number, attempt?: Record<string, number>}}
 */
export function pick(legal, chosen, area) {
  const acts = movesFrom(legal, area).length > 0;
  if (chosen === null) return acts ? { chosen: area } : { chosen: null, attempt: { source: area } };
  if (chosen === area) return { chosen: null };
  const move = moveTo(legal, chosen, area);
  if (move) return { chosen: null, play: move.action };
  return acts ? { chosen: area } : { chosen, attempt: { source: chosen, target: area } };
}

/**
 * What lights up: what can act; or, once an area is chosen, where it can go.
 * @param {DiceMove[]} legal @param {number | null} chosen @returns {Map<number, Mark>}
 */
export function marks(legal, chosen) {
  /** @type {Map<number, Mark>} */
  const found = new Map();
  if (chosen !== null) {
    for (const { kind, target } of movesFrom(legal, chosen)) found.set(Number(target), kind === "attack" ? "attack" : "reach");
    return found.set(chosen, "chosen");
  }
  for (const { kind, source } of legal) {
    if (source === undefined || found.get(source) === "acts") continue;
    found.set(source, kind === "attack" ? "acts" : "moves");
  }
  return found;
}

/** The best attack there is, by its odds. @param {DiceMove[]} legal */
export function bestAttack(legal) {
  return legal.reduce((best, move) => ((move.odds ?? -1) > (best?.odds ?? -1) ? move : best), /** @type {DiceMove | null} */ (null));
}

/** The players' bar, in playing order. @param {DicePosition} position @returns {Row[]} */
export function rowsOf(position) {
  const { areas, region, pool, reserve, chance } = position.seats;
  const begun = !["map", "deal", "dice"].includes(position.phase);
  return areas.map((owned, seat) => ({
    seat, areas: owned, region: region[seat], dice: pool[seat], reserve: reserve[seat], chance: chance[seat] ?? null,
    out: begun && owned === 0, moves: begun && position.phase !== "over" && position.turn === seat,
  }));
}

/** What a step changes on the board. @param {Land} land @param {import("ludoteca/lib/types.js").MoveStep} step @returns {Land} */
export function applyStep(land, step) {
  const owner = [...land.owner];
  const dice = [...land.dice];
  if (step.type === "deal") [owner[step.area], dice[step.area]] = [step.seat, 1];
  if (step.type === "die") dice[step.area] += 1;
  if (step.type === "battle") {
    [dice[step.source], dice[step.target]] = step.dice;
    if (step.won) owner[step.target] = step.seat;
  }
  if (step.type === "transfer") {
    dice[step.source] -= step.moved;
    dice[step.target] += step.moved;
  }
  return { owner, dice };
}

/** @param {number[]} dice */
export const total = (dice) => dice.reduce((sum, die) => sum + die, 0);

/**
 * The plies of a replay at which a turn begins, with the end of the war as the last.
 * @param {{position: DicePosition}[]} positions @returns {number[]}
 */
export function turnPlies(positions) {
  const found = positions.flatMap(({ position }, ply) => {
    const before = positions[ply - 1]?.position;
    const begins = position.phase === "turn" && (!before || before.turns !== position.turns || ["dice", "income"].includes(before.phase));
    return begins ? [ply] : [];
  });
  const last = positions.length - 1;
  return found.at(-1) === last ? found : [...found, last];
}

/** The turn that a ply belongs to. @param {number[]} plies as `turnPlies` gives them @param {number} ply */
export function turnOf(plies, ply) {
  const next = plies.findIndex((start) => start > ply);
  return next < 0 ? plies.length - 1 : Math.max(0, next - 1);
}

/**
 * How many areas each seat had when a turn began.
 * @param {{position: DicePosition}[]} positions @param {number[]} plies @returns {number[][]} a list a seat
 */
export function seriesOf(positions, plies) {
  const seats = positions[0].position.seats.areas.length;
  return Array.from({ length: seats }, (_, seat) => plies.map((ply) => positions[ply].position.seats.areas[seat]));
}

/** The map of a day, the same for everybody: its date as a number. @param {Date} day */
export const dailySeed = (day) => day.getUTCFullYear() * 10000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate();

/** A move's name in parts: `attack 14>9`. @param {string} name */
export function readName(name) {
  const found = /^(attack|transfer) (\d+)>(\d+)$/.exec(name);
  return found ? { kind: found[1], source: Number(found[2]), target: Number(found[3]) } : null;
}
