/** Steps of a move, one after another: dice roll, areas change hands, income drops in. Every part can be cut short. */
import { setting } from "ludoteca/lib/settings.js";
import { applyStep } from "./model.js";

/** @typedef {import("ludoteca/lib/types.js").MoveStep} MoveStep */
/** @typedef {import("./model.js").Land} Land */

/** How long things take, compared with the usual pace. @type {Record<string, number>} */
export const SPEEDS = { normal: 1, slow: 2, fast: 0.3, instant: 0 };

/** Milliseconds of each kind of step at the usual pace. @type {Record<string, number>} */
export const TIMES = { deal: 24, die: 65, attack: 240, roll: 350, rolled: 480, battle: 220, transfer: 380, income: 300, out: 900, turn: 80, over: 0 };

export const speed = () => SPEEDS[setting("dicewars.speed")] ?? 1;

/** What others do among themselves is shown in less time. @param {MoveStep[]} steps @param {number} own the person's seat, -1 for none */
export const paceOf = (steps, own) => (own < 0 ? 0.6 : steps.some((step) => step.seat === own || step.victim === own) ? 1 : 0.4);

/**
 * @param {{map: ReturnType<typeof import("./map-view.js").mountMap>, strip: ReturnType<typeof import("./strip.js").mountStrip>, paint: (land: Land) => void}} view
 */
export function makeAnimator(view) {
  let run = 0;
  /** @type {(() => void) | null} */
  let hurry = null;

  /** Resolves after a time, or at once when the animation is cut short. @param {number} time @returns {Promise<void>} */
  const wait = (time) => new Promise((done) => {
    const timer = setTimeout(done, time);
    hurry = () => { clearTimeout(timer); done(); };
  });

  /** Stop what runs: its promise is kept at once. */
  function stop() {
    run += 1;
    hurry?.();
    hurry = null;
  }

  /** @param {Land} land where it begins @param {MoveStep[]} steps @param {number} part of the usual time */
  async function play(land, steps, part) {
    stop();
    const mine = run;
    for (const step of steps) {
      const pace = speed() * part;
      if (!pace) return;
      await perform(step, land, pace, () => mine === run);
      if (mine !== run) return;
      land = applyStep(land, step);
      view.paint(land);
      await wait((TIMES[step.type] ?? 0) * pace * AFTER);
      if (mine !== run) return;
    }
  }

  /** The part of a step before the board changes. @param {MoveStep} step @param {Land} land @param {number} pace @param {() => boolean} wanted */
  async function perform(step, land, pace, wanted) {
    const time = (TIMES[step.type] ?? 0) * pace;
    const seen = time >= LEAST;
    if (step.type === "die" && seen) view.map.drop(step.area, time * 2);
    else if (step.type === "attack") view.map.point(/** @type {any} */ (step), "attack");
    else if (step.type === "roll") return roll(step, pace, wanted);
    else if (step.type === "battle" && seen) view.map.flash(step.target, time * 2);
    if (step.type === "battle" && step.won && seen) view.map.fly(step.source, step.target, land.dice[step.source] - 1, step.seat, time);
    if (step.type === "transfer" && step.moved && seen) view.map.fly(step.source, step.target, step.moved, step.seat, time);
    view.strip.show(step);
    await wait(time * (1 - AFTER));
    if (step.type === "battle") view.map.point(null);
  }

  /** @param {MoveStep} step @param {number} pace @param {() => boolean} wanted */
  async function roll(step, pace, wanted) {
    view.map.point(/** @type {any} */ (step), "attack");
    const turns = pace < 0.5 ? 1 : 5;
    for (let turned = 0; turned < turns; turned++) {
      view.strip.showRoll(step, true);
      await wait((TIMES.roll * pace) / turns);
      if (!wanted()) return;
    }
    view.strip.showRoll(step, false);
    await wait(TIMES.rolled * pace);
  }

  return { play, stop };
}

const LEAST = 25; // milliseconds: what is shorter nobody sees move
const AFTER = 0.4; // of a step's time, once the board has changed
