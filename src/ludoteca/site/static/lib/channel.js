/**
 * The wire to a table: one WebSocket that comes back by itself. A play that was not acknowledged is sent again after a
 * reconnection with the same ply, which the server answers once only; so nothing is lost and nothing happens twice.
 */
import { Outbox } from "./outbox.js";

const SLOWEST = 8000;
const SILENCE = 25000;

/**
 * @typedef {{message: (message: any) => void, status: (online: boolean) => void,
 *   refused: (refusal: import("./types.js").Refusal, sent: any) => void}} Listener
 */

export class Channel {
  /** @param {() => string} path asked at every connection @param {Listener} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.outbox = new Outbox();
    this.delay = 250;
    this.heard = Date.now();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.connect();
    setInterval(() => this.check(), 5000);
    addEventListener("online", () => this.hurry());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.check());
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = 250;
      this.heard = Date.now();
      this.listener.status(true);
      for (const message of this.outbox.unanswered()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /** @param {WebSocket} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.outbox.forgetFleeting();
    this.listener.status(false);
    if (code === 4404) return; // there is no such table: coming back would not help
    this.timer = window.setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(SLOWEST, this.delay * 2);
  }

  hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** A connection that died without a word is found by its silence. */
  check() {
    if (!this.socket) return this.hurry();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.heard;
    if (silent > SILENCE) {
      const socket = this.socket;
      socket.close();
      this.lost(socket, 0);
    } else if (silent > SILENCE / 3) this.send({ type: "ping" });
  }

  /** @param {any} message */
  receive(message) {
    this.heard = Date.now();
    const sent = message.id === undefined ? undefined : this.outbox.answer(message.id);
    if (message.type === "error") this.listener.refused(message, sent);
    else if (message.type !== "ack" && message.type !== "pong") this.listener.message(message);
  }

  /** @param {Record<string, any>} message */
  send(message) {
    const kept = this.outbox.add(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(kept));
  }
}
