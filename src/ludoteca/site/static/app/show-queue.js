/** Positions in the order in which they happened: each is shown until its animation has ended, then the next. */

const FEW = 4;
const LONGEST = 60_000; // a board may take its time over a turn, but never hold up the game for good

/**
 * @template T
 * @typedef {{show: (item: T, quiet: boolean) => Promise<void> | void, hurries: () => boolean,
 *   pause?: (milliseconds: number) => Promise<void>}} How `hurries`: whether nobody looks
 */

/** @template T */
export class ShowQueue {
  /** @param {How<T>} how */
  constructor(how) {
    this.how = how;
    /** @type {T[]} */
    this.waiting = [];
    this.showing = false;
    /** More than these are not shown one by one. */
    this.patience = FEW;
    this.hurried = false;
  }

  /** Somebody does not want to wait: show the newest at once. */
  hurry() {
    this.hurried = this.showing;
  }

  /** @param {T} item */
  push(item) {
    this.waiting.push(item);
    if (!this.showing) this.run();
  }

  async run() {
    this.showing = true;
    while (this.waiting.length) {
      const quiet = this.waiting.length > this.patience || this.hurried || this.how.hurries();
      const next = /** @type {T} */ (quiet ? this.waiting.splice(0).at(-1) : this.waiting.shift());
      const drawn = this.how.show(next, quiet);
      if (drawn && !quiet) await Promise.race([drawn.catch(console.error), (this.how.pause ?? pause)(LONGEST)]);
    }
    this.showing = this.hurried = false;
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
