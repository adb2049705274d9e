/** Looking back: earlier positions of a table, asked of the server when somebody wants to see them. */
import { get } from "../lib/api.js";

export class Lookback {
  /** @param {string} id the table */
  constructor(id) {
    this.id = id;
    /** @type {number | null} the ply that is looked at; null for the present one */
    this.ply = null;
    /** @type {import("../lib/types.js").Step[]} positions by ply, as far as they were asked for */
    this.steps = [];
  }

  /** @param {number} ply @param {number} last the present ply */
  async look(ply, last) {
    if (ply >= last) {
      this.ply = null;
      return;
    }
    const wanted = Math.max(0, ply);
    if (!this.steps[wanted]) this.steps = (await get(`/tables/${this.id}/replay`)).positions;
    this.ply = wanted;
  }

  step() {
    return this.ply === null ? null : this.steps[this.ply] ?? null;
  }

  /** Moves were taken back: what was known may never have happened. */
  forget() {
    this.ply = null;
    this.steps = [];
  }
}
