/** Messages that wait for their answer. Plays are kept over a lost connection, everything else is not worth repeating. */

export class Outbox {
  constructor() {
    this.next = 1;
    /** @type {Map<number, Record<string, any>>} */
    this.waiting = new Map();
  }

  /** The message with its id, kept until it is answered. @param {Record<string, any>} message */
  add(message) {
    const kept = { ...message, id: this.next++ };
    if (message.type !== "ping") this.waiting.set(kept.id, kept);
    return kept;
  }

  /** The message that an answer is about. @param {number} id */
  answer(id) {
    const message = this.waiting.get(id);
    this.waiting.delete(id);
    return message;
  }

  /** Plays to send again, oldest first. */
  unanswered() {
    return [...this.waiting.values()];
  }

  forgetFleeting() {
    for (const [id, message] of this.waiting) if (message.type !== "play") this.waiting.delete(id);
  }
}
