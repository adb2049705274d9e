/** What is known of a table: it comes from the server as changes, and is shown in the order in which it happened. */
import { toast } from "../components/toast/toast.js";
import { applyChange, follows, takeTable } from "../lib/changes.js";
import { Channel } from "../lib/channel.js";
import { playSound } from "../lib/sound.js";
import { Store } from "../lib/store.js";
import { explain, t } from "../lib/texts.js";
import { tellEnd, tellMove } from "./feedback.js";
import { loadMoves, Positions } from "./positions.js";
import { Hold } from "./hold.js";
import { ShowQueue } from "./show-queue.js";

/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {import("../lib/types.js").Step} Step */
/** @typedef {import("../lib/types.js").Move} Move */
/**
 * What is shown. `looking`: the number of the earlier position that is looked at, and `step` that position; `pending`:
 * a move that the server has not answered yet; `earlier`: moves before those of the table; `behind`: newer positions wait.
 * @typedef {{table: Table, online: boolean, flipped: boolean, looking: number | null, step: Step | null,
 *   earlier: import("../lib/types.js").PlayedMove[], pending: Move | null, behind: boolean, quiet: boolean,
 *   hint: import("../lib/types.js").Hint | null, pointed: Record<string, any> | null,
 *   analysis: import("../lib/types.js").Analysis | null, analyst: number, searching: boolean, fraction: number | null,
 *   chat: import("../lib/wire.js").ChatLine[], evaluation: import("../lib/wire.js").Evaluation | null}} State
 */
/**
 * @typedef {{complain: (squares: number[]) => void, sound: (move: any) => string,
 *   speak: (move: any) => string | undefined}} View
 */

export class TableFeed {
  /** @param {string} id @param {Table} table */
  constructor(id, table) {
    this.id = id;
    this.newest = table;
    /** @type {State} */
    const state = {
      table, online: true, flipped: false, looking: null, step: null, earlier: [], pending: null, behind: false, quiet: true,
      hint: null, pointed: null, analysis: null, analyst: 0, searching: false, fraction: null, chat: [], evaluation: null,
    };
    this.store = new Store(state);
    this.positions = new Positions(id);
    this.hold = new Hold();
    /** Called whenever the connection is there again. @type {() => void} */
    this.connected = () => undefined;
    this.queue = new ShowQueue({ show: (next, quiet) => this.show(next, quiet), hurries: () => document.hidden });
    /** @type {Promise<void> | undefined} the animation of the board, if there is one */
    this.drawing = undefined;
    /** @type {View} */
    this.view = { complain: () => undefined, sound: () => "move", speak: () => undefined };
  }

  get state() {
    return this.store.state;
  }

  /** The table as it is shown. */
  get table() {
    return this.store.state.table;
  }

  listen() {
    this.channel = new Channel(() => `/api/tables/${this.id}/ws?since=${this.newest.version}`, {
      message: (message) => this.receive(message),
      status: (online) => this.changeStatus(online),
      refused: (refusal, sent) => this.refused(refusal, sent),
    });
    this.fetchEarlier();
  }

  /** @param {boolean} online */
  changeStatus(online) {
    this.judging = false;
    this.store.set({ online, searching: false }); // an analysis belongs to its connection
    if (online) this.connected();
  }

  // --- from the server ---

  /** @param {any} message */
  receive(message) {
    if (message.type === "table") this.take(takeTable(this.newest, message), true);
    else if (message.type === "change") this.receiveChange(message);
    else if (message.type === "thinking") this.store.set({ fraction: message.fraction });
    else if (message.type === "why") this.complain(message);
    else if (message.type === "hint") this.receiveHint(message);
    else if (message.type === "evaluation") this.receiveValue(message);
    else if (message.type === "chat") this.store.set({ chat: message.whole ? message.lines : [...this.state.chat, ...message.lines] });
    else if (message.type === "analysis") this.store.set({ analysis: message, searching: !message.done });
  }

  /** @param {import("../lib/types.js").Change} change */
  receiveChange(change) {
    if (follows(this.newest, change)) this.take(applyChange(this.newest, change), Boolean(change.retold));
    else if (change.to > this.newest.version) this.send({ type: "since", version: this.newest.version });
  }

  /** @param {Table} table @param {boolean} retold whether earlier moves may be told otherwise now */
  take(table, retold) {
    const before = this.newest;
    this.newest = table;
    if (table.count > before.count && table.you.includes(table.last?.seat ?? -1)) this.hold.end(); // one's own move never waits
    if (retold || table.moves_from < this.state.earlier.length) this.fetchEarlier();
    if (table.count < before.count || Boolean(table.result) !== Boolean(before.result)) this.positions.forget();
    this.queue.push(table);
  }

  /** Show a table, the next after the one that is shown. @param {Table} table @param {boolean} quiet @returns {Promise<void> | void} when the next may be shown */
  show(table, quiet) {
    const before = this.table;
    const moved = table.ply !== before.ply;
    this.drawing = undefined;
    this.store.set({ table, quiet: quiet || this.state.looking !== null, behind: this.queue.waiting.length > 0, ...(moved && this.forgetMove(table, before)) });
    if (table.count === before.count + 1) tellMove(table, this.view);
    if (table.result && !before.result) tellEnd(table);
    if (this.offering && !table.offer) this.answered(before);
    if (table.rematch && !before.rematch && !this.asked && table.you.length) toast(t("rematch.there"));
    if (this.drawing || !moved) return this.drawing;
    return this.table.seats[table.last?.seat ?? -1]?.kind === "agent" && table.count > before.count ? this.hold.begin() : undefined;
  }

  /** What belonged to the position before. @param {Table} table @param {Table} before @returns {Partial<State>} */
  forgetMove(table, before) {
    if (this.state.searching) this.stopThinking(); // what it thinks about is the past now
    const back = table.count < before.count ? { looking: null, step: null } : {};
    return { hint: null, pointed: null, fraction: null, pending: null, ...back };
  }

  /** The moves before those that came with the table. */
  async fetchEarlier() {
    const { moves_from } = this.newest;
    if (!moves_from) return this.store.set({ earlier: [] });
    await this.attempt(async () => {
      const earlier = await loadMoves(this.id, moves_from);
      if (this.newest.moves_from === moves_from) this.store.set({ earlier });
    });
  }

  /** One's own offer is gone. @param {Table} before */
  answered(before) {
    this.offering = false;
    if (!this.table.result && this.table.ply >= before.ply) toast(t("offer.declined"));
  }

  /** @param {import("../lib/wire.js").Evaluation} told */
  receiveValue(told) {
    this.judging = false;
    this.judged = told.ply;
    this.store.set({ evaluation: told });
    this.evaluate(); // the game may have gone on meanwhile
  }

  evaluate() {}

  /** @param {any} hint */
  receiveHint(hint) {
    if (hint.ply === this.newest.ply) this.store.set({ hint, pointed: { action: hint.action, ...hint.show } });
  }

  /** @param {{code: string, message: string, squares?: number[]}} why */
  complain(why) {
    playSound("refused");
    toast(explain(why, this.table.game), "bad");
    this.view.complain(why.squares ?? []);
  }

  /** What was shown as done is taken back. @param {import("../lib/types.js").Refusal} refusal @param {any} sent */
  refused(refusal, sent) {
    if (sent?.type === "evaluate") {
      this.judging = false;
      return; // the next position may be judged again
    }
    if (sent?.type === "think") this.store.set({ searching: false });
    if (sent?.type === "offer") this.offering = false;
    if (sent?.type === "play") this.store.set({ pending: null, quiet: true });
    toast(explain(refusal, this.table.game), "bad");
  }

  // --- what a session asks ---

  asked = false;
  /** Whether the judge is being asked, and the ply that it was asked about last. */
  judging = false;
  judged = -1;
  offering = false;

  /** @param {import("../lib/types.js").Saying} message */
  send = (message) => this.channel?.send(message);
  stopThinking = () => this.send({ type: "think_stop" });

  /** @param {() => Promise<any>} what */
  async attempt(what) {
    try {
      await what();
    } catch (error) {
      toast(explain(/** @type {any} */ (error), this.table.game), "bad");
      this.store.redraw(); // a list that was changed goes back to what is true
    }
  }
}
