/** A seat at a table, or a place to watch from: what is known of the table, and what can be asked of it. */
import { toast } from "../components/toast/toast.js";
import { get, post, put } from "../lib/api.js";
import { Channel } from "../lib/channel.js";
import { playSound } from "../lib/sound.js";
import { explain, t } from "../lib/texts.js";
import { tellEnd, tellMove } from "./feedback.js";
import { Lookback } from "./lookback.js";

/** @typedef {import("../lib/types.js").Table} Table */
/**
 * @typedef {{draw: () => void, complain: (squares: number[]) => void, sound: (move: any) => string,
 *   speak: (move: any) => string | undefined}} View
 */

export class Session {
  /** @param {string} id @param {string | null} key the key of a join link @returns {Promise<Session>} */
  static async open(id, key) {
    if (key) await post(`/tables/${id}/join`, { key }).catch((error) => toast(explain(error), "bad"));
    return new Session(id, await get(`/tables/${id}`));
  }

  /** @param {string} id @param {Table} table */
  constructor(id, table) {
    this.id = id;
    this.table = table;
    this.online = true;
    this.back = new Lookback(id);
    /** @type {import("../lib/types.js").Hint | null} */
    this.hint = null;
    /** @type {Record<string, any> | null} */
    this.shown = null;
    /** @type {import("../lib/types.js").Analysis | null} */
    this.analysis = null;
    this.analyst = 0;
    this.searching = false;
    /** @type {number | null} how far the agent that moves has thought */
    this.fraction = null;
    this.calm = true;
    /** @type {View} */
    this.view = { draw: () => undefined, complain: () => undefined, sound: () => "move", speak: () => undefined };
  }

  /** @param {View} view */
  listen(view) {
    this.view = view;
    this.channel = new Channel(`/api/tables/${this.id}/ws`, {
      message: (message) => this.receive(message),
      status: (online) => this.connected(online),
      refused: (refusal, sent) => this.refused(refusal, sent),
    });
  }

  /** @param {boolean} online */
  connected(online) {
    this.online = online;
    this.searching = false; // an analysis belongs to its connection
    this.view.draw();
  }

  // --- from the server ---

  /** @param {any} message */
  receive(message) {
    if (message.type === "table") this.receiveTable(message);
    else if (message.type === "thinking") this.fraction = message.fraction;
    else if (message.type === "why") this.complain(message);
    else if (message.type === "hint") this.receiveHint(message);
    else if (message.type === "analysis") Object.assign(this, { analysis: message, searching: !message.done });
    this.view.draw();
  }

  /** @param {Table} table */
  receiveTable(table) {
    const before = this.table;
    if (table.version < before.version) return;
    this.table = table;
    this.calm = this.looking !== null;
    if (table.ply !== before.ply) this.changed(before);
    if (table.result && !before.result) tellEnd(table);
    if (this.offering && !table.offer) this.answered(before);
    if (table.rematch && !before.rematch && !this.asked && table.you.length) toast(t("rematch.there"));
  }

  /** @param {Table} before */
  changed(before) {
    this.hint = null;
    this.shown = null;
    this.fraction = null;
    if (this.searching) this.stopThinking(); // what it thinks about is the past now
    if (this.table.ply < before.ply) this.back.forget();
    if (this.table.ply === before.ply + 1) tellMove(this.table, this.view);
  }

  /** One's own offer is gone. @param {Table} before */
  answered(before) {
    this.offering = false;
    if (!this.table.result && this.table.ply >= before.ply) toast(t("offer.declined"));
  }

  /** @param {any} hint */
  receiveHint(hint) {
    if (hint.ply !== this.table.ply) return;
    this.hint = hint;
    this.shown = { action: hint.action, ...hint.show };
  }

  /** @param {{code: string, message: string, squares?: number[]}} why */
  complain(why) {
    playSound("refused");
    toast(explain(why, this.table.game), "bad");
    this.view.complain(why.squares ?? []);
  }

  /** @param {import("../lib/types.js").Refusal} refusal @param {any} sent */
  refused(refusal, sent) {
    if (sent?.type === "think") this.searching = false;
    if (sent?.type === "offer") this.offering = false;
    toast(explain(refusal, this.table.game), "bad");
    this.view.draw();
  }

  // --- to the server ---

  asked = false;
  offering = false;

  /** @param {Record<string, any>} message */
  send = (message) => this.channel?.send(message);
  /** @param {number} action */
  play = (action) => this.send({ type: "play", ply: this.table.ply, action });
  /** @param {string} text */
  playText = (text) => this.send({ type: "play", ply: this.table.ply, text });
  /** @param {Record<string, any>} attempt */
  ask = (attempt) => this.send({ type: "why", attempt });
  /** @param {string} kind @param {boolean} accept */
  answer = (kind, accept) => this.send({ type: "answer", kind, accept });
  /** @param {string} what */
  control = (what) => {
    if (what === "draw") {
      this.offering = true;
      this.send({ type: "offer", kind: "draw" });
    } else if (what !== "undo" || this.table.undo) this.send({ type: what });
  };
  /** @param {string} agent */
  think = (agent) => {
    this.analyst = Math.max(0, this.table.mover);
    this.searching = true;
    this.send({ type: "think", agent });
    this.view.draw();
  };
  stopThinking = () => this.send({ type: "think_stop" });
  /** @param {number} seat @param {string} agent */
  switchLevel = (seat, agent) => this.attempt(() => put(`/tables/${this.id}/seats/${seat}`, { agent }));
  rematch = () => this.attempt(async () => {
    this.asked = true;
    location.assign(`/table/${(await post(`/tables/${this.id}/rematch`)).table}`);
  });

  /** @param {() => Promise<any>} what */
  async attempt(what) {
    try {
      await what();
    } catch (error) {
      toast(explain(/** @type {any} */ (error), this.table.game), "bad");
      this.view.draw();
    }
  }

  // --- looking around ---

  /** @param {number} ply */
  look = async (ply) => {
    this.calm = Math.abs(ply - (this.looking ?? this.table.ply)) !== 1;
    await this.attempt(() => this.back.look(ply, this.table.ply));
    this.view.draw();
  };

  get looking() {
    return this.back.ply;
  }

  step = () => this.back.step();

  /** An action to point at, while the pointer is over it in the think panel. @param {Record<string, any> | null} shown */
  point = (shown) => {
    const now = this.analysis?.ply === this.table.ply;
    this.shown = (now && shown) || (this.hint && { action: this.hint.action, ...this.hint.show });
    this.view.draw();
  };

  pointed = () => (this.looking === null ? this.shown : null);
  quiet = () => this.calm;
  yours = () => !this.table.result && this.looking === null && this.table.you.includes(this.table.mover);

  /** The server says whether analysing is fair; once the game is over there is nothing left to decide. */
  mayThink = () => this.table.think && !this.table.result;
}
