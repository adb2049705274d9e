/** Plays the steps of a turn one after another; it can be skipped at any time. */
import { setting } from "ludoteca/lib/settings.js";
import { applyStep } from "./model.js";

/** @typedef {import("./model.js").Frame} Frame */
/** @typedef {import("./model.js").TurnStep} TurnStep */

const PAUSE = 950; // milliseconds between two events
const BEAT = 130; // for each heart
/** @type {Record<string, number>} */
const PACES = { slow: 1.7, normal: 1, fast: 0.4 };

/** Events that pass quickly: what they say is seen at once. */
const SHORT = ["hearts", "turn", "expected"];

export class Player {
  /** @type {Set<() => void>} */
  waiting = new Set();
  skipped = false;
  playing = false;
  /** Chance interrupts a turn: what comes then belongs to it, and is skipped with it. */
  goesOn = false;

  /** Show everything that is left at once. */
  skip() {
    this.skipped = true;
    for (const wake of this.waiting) wake();
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    if (this.skipped) return Promise.resolve();
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        done();
      };
      const timer = setTimeout(wake, milliseconds * (PACES[setting("contest.speed")] ?? 1));
      this.waiting.add(wake);
    });
  }

  /**
   * @param {Frame} frame @param {TurnStep[]} steps @param {(frame: Frame, step: TurnStep, first: boolean) => void} draw
   * @returns {Promise<Frame>} as it is in the end
   */
  async play(frame, steps, draw) {
    if (!this.goesOn) this.skipped = false;
    this.playing = true;
    for (const step of steps) {
      const next = applyStep(frame, step);
      if (!this.skipped) await this.count(frame, next, step, draw);
      draw(next, step, true);
      frame = next;
      await this.wait(step.type === "order" ? 700 : SHORT.includes(step.type) ? PAUSE / 3 : PAUSE);
    }
    this.playing = false;
    this.goesOn = !steps.some((step) => step.type === "turn" || step.type === "wins");
    return frame;
  }

  /** Hearts change one at a time. @param {Frame} from @param {Frame} to @param {TurnStep} step @param {(frame: Frame, step: TurnStep, first: boolean) => void} draw */
  async count(from, to, step, draw) {
    if (!step.hearts || step.seat === null || step.seat === undefined) return;
    const { seat } = step;
    const sign = Math.sign(step.hearts);
    for (let left = Math.abs(step.hearts) - 1; left > 0 && !this.skipped; left -= 1) {
      const figures = to.figures.map((figure, i) => (i === seat ? { ...figure, hearts: figure.hearts - sign * left } : figure));
      draw({ ...to, stars: from.stars, figures }, step, left === Math.abs(step.hearts) - 1);
      await this.wait(BEAT);
    }
  }
}
