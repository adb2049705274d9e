/** Lines that were tried, as trees: one for each position of the game that they begin in. Without a browser. */

/** @typedef {{action: number, text: string, children: Branch[]}} Branch */

export class Lines {
  constructor() {
    /** @type {Map<number, Branch[]>} by the move of the game that they begin after */
    this.roots = new Map();
  }

  /** Remember a line. @param {number} from @param {{action: number, text: string}[]} moves */
  add(from, moves) {
    let level = this.roots.get(from) ?? [];
    if (moves.length) this.roots.set(from, level);
    for (const { action, text } of moves) {
      let branch = level.find((one) => one.action === action);
      if (!branch) level.push((branch = { action, text, children: [] }));
      level = branch.children;
    }
  }

  /** Forget the last move of a line with everything after it. @param {number} from @param {number[]} actions */
  cut(from, actions) {
    let level = this.roots.get(from) ?? [];
    for (const action of actions.slice(0, -1)) level = level.find((one) => one.action === action)?.children ?? [];
    const place = level.findIndex((one) => one.action === actions.at(-1));
    if (place >= 0) level.splice(place, 1);
    if (!this.roots.get(from)?.length) this.roots.delete(from);
  }

  /** Where lines begin, in the order of the game. */
  get starts() {
    return [...this.roots.keys()].sort((a, b) => a - b);
  }
}
