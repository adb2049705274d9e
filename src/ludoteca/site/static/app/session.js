/** A seat at a table, or a place to watch from: what can be asked of the table. */
import { answerInvitation } from "../components/invite/invite.js";
import { get, post, put } from "../lib/api.js";
import { setting } from "../lib/settings.js";
import { TableFeed } from "./feed.js";

export class Session extends TableFeed {
  /** @param {string} id @param {string | null} key the key of a join link @returns {Promise<Session>} */
  static async open(id, key) {
    if (key) await answerInvitation(id, key);
    return new Session(id, await get(`/tables/${id}`));
  }

  /** @param {number} action */
  play = (action) => {
    const { table, pending, behind } = this.state;
    if (pending || behind) return;
    this.store.set({ pending: table.legal.find((move) => move.action === action) ?? null, quiet: false });
    this.send({ type: "play", ply: table.ply, action });
  };
  /** @param {string} text */
  playText = (text) => this.send({ type: "play", ply: this.table.ply, text });
  /** @param {Record<string, any>} attempt */
  ask = (attempt) => this.send({ type: "why", attempt });
  /** @param {"draw" | "undo"} kind @param {boolean} accept */
  answer = (kind, accept) => this.send({ type: "answer", kind, accept });
  /** @param {"hint" | "undo" | "draw" | "resign"} what */
  control = (what) => {
    if (what === "draw") {
      this.offering = true;
      this.send({ type: "offer", kind: "draw" });
    } else if (what !== "undo" || this.table.undo) this.send({ type: what });
  };
  /** @param {string} text */
  chat = (text) => this.send({ type: "chat", text });
  /** @param {boolean} on @param {number[]} muted */
  hear = (on, muted) => {
    if (!on) this.store.set({ chat: [] });
    this.send({ type: "listen", on, muted });
  };
  /** @param {string} agent */
  think = (agent) => {
    this.store.set({ analyst: Math.max(0, this.table.mover), searching: true });
    this.send({ type: "think", agent });
  };
  /** Ask what the judge thinks of the position, where the bar is wanted and fair. The server refuses where something is hidden from who asks. */
  evaluate = () => {
    const { table, behind } = this.state;
    if (setting("evaluation") !== "on" || !this.channel || behind || !table.think || table.result || table.mover < 0) return;
    if (this.judging || this.judged === table.ply) return;
    this.judging = true;
    this.send({ type: "evaluate" });
  };
  /** @param {number} seat @param {string} agent */
  switchLevel = (seat, agent) => this.attempt(() => put(`/tables/${this.id}/seats/${seat}`, { agent }));
  rematch = () => this.attempt(async () => {
    this.asked = true;
    location.assign(`/table/${(await post(`/tables/${this.id}/rematch`)).table}`);
  });

  // --- looking around ---

  /** Look at the position after so many moves; the present one is the last. @param {number} number */
  look = async (number) => {
    const { looking, table } = this.state;
    const wanted = Math.max(0, number);
    const quiet = Math.abs(wanted - (looking ?? table.count)) !== 1;
    if (wanted >= table.count) return this.store.set({ looking: null, step: null, quiet });
    await this.attempt(async () => {
      const step = await this.positions.at(wanted);
      if (step) this.store.set({ looking: wanted, step, quiet });
    });
  };

  /** An action to point at, while the pointer is over it in the think panel. @param {Record<string, any> | null} shown */
  point = (shown) => {
    const { analysis, hint } = this.state;
    const now = analysis?.ply === this.table.ply;
    this.store.set({ pointed: (now && shown) || (hint && { action: hint.action, ...hint.show }) });
  };

  flip = () => this.store.set({ flipped: !this.state.flipped, quiet: true });
}

/** Whether it is the turn of whoever looks. @param {import("./feed.js").State} state */
export const isYours = ({ table, looking, pending, behind }) =>
  !table.result && looking === null && !pending && !behind && table.you.includes(table.mover);
