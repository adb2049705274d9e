/** How long a move of a computer is seen before the next: a setting, and never longer than until one's own move. */
import { setting } from "../lib/settings.js";

const MILLISECONDS = 1000;

/** The chosen time, in milliseconds. */
export const pace = () => MILLISECONDS * (Number(setting("pace")) || 0);

export class Hold {
  constructor() {
    /** Ends what is being held. @type {() => void} */
    this.end = () => undefined;
  }

  /** @returns {Promise<void>} */
  begin() {
    return new Promise((done) => {
      const timer = setTimeout(done, pace());
      this.end = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
