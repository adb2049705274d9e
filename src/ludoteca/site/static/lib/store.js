/** What a page knows, in one place. Whoever shows a part of it is called when that part has changed, and only then. */

/**
 * @template {Record<string, any>} State
 * @typedef {{pick: (state: State) => any[], draw: (...picked: any[]) => void, last: any[] | null}} Watcher
 */

/** @template {Record<string, any>} State */
export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Watcher<State>[]} */
    this.watchers = [];
  }

  /**
   * Calls `draw` with what `pick` finds, now and whenever one of these is another value or object.
   * @param {(state: State) => any[]} pick @param {(...picked: any[]) => void} draw
   */
  watch(pick, draw) {
    const watcher = { pick, draw, last: null };
    this.watchers.push(watcher);
    this.look(watcher);
  }

  /** @param {Partial<State>} news */
  set(news) {
    this.state = { ...this.state, ...news };
    for (const watcher of this.watchers) this.look(watcher);
  }

  /** Calls everybody, as if everything had changed. */
  redraw() {
    for (const watcher of this.watchers) watcher.last = null;
    this.set({});
  }

  /** @param {Watcher<State>} watcher */
  look(watcher) {
    const picked = watcher.pick(this.state);
    if (watcher.last && picked.every((value, i) => Object.is(value, watcher.last?.[i]))) return;
    watcher.last = picked;
    watcher.draw(...picked);
  }
}
