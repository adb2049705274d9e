/** Moves that are chosen before one's turn: kept, shown, dropped by Escape, and played when the turn comes. */
import { prefersStill } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { choosePremove, findPremove, isOwn, mayPremove, NONE } from "./premove.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").CheckersMove} CheckersMove */

const SEEN = 350; // milliseconds that the other's move is looked at before one's own is played by itself

export class Ahead {
  premove = NONE;

  /** @param {{play: (action: number) => void, say: (text: string) => void, complain: (squares: number[]) => void, draw: () => void, nameOf: (square: number) => string}} board */
  constructor(board) {
    this.board = board;
    addEventListener("keydown", (event) => event.key === "Escape" && this.premove.from !== null && this.drop());
  }

  /** The squares that are chosen: none, the piece's, or both. */
  get squares() {
    return [this.premove.from, this.premove.to].flatMap((square) => (square === null ? [] : [square]));
  }

  /** @returns {Map<number, string>} */
  get marks() {
    return new Map(this.squares.map((square) => [square, "premove"]));
  }

  /** Whether a piece can be chosen now. @param {Scene} scene @param {string | undefined} piece */
  takes(scene, piece) {
    return mayPremove(scene) && isOwn(piece, scene.you?.[0] ?? -1);
  }

  /** @param {Scene} scene @param {Record<number, string>} pieces @param {number} square */
  click(scene, pieces, square) {
    if (!mayPremove(scene)) return;
    const before = this.premove;
    this.premove = choosePremove(before, square, this.takes(scene, pieces[square]));
    const [from, to] = this.squares.map(this.board.nameOf);
    if (to) this.board.say(t("checkers.premove.said", { from, to }));
    else if (before.to !== null) this.board.say(t("checkers.premove.dropped"));
    this.board.draw();
  }

  drop() {
    if (this.premove.to !== null) this.board.say(t("checkers.premove.dropped"));
    this.premove = NONE;
    this.board.draw();
  }

  /** Another scene: what was chosen waits, is forgotten, or is played. @param {Scene} scene @param {() => Scene} now the scene a moment later */
  meet(scene, now) {
    const waits = mayPremove(scene) || (scene.playable && this.premove.to !== null);
    if (!waits) this.premove = NONE; // the game is over, or an earlier position is looked at
    if (waits && scene.playable) setTimeout(() => this.play(now()), prefersStill() ? 0 : SEEN);
  }

  /** @param {Scene} scene */
  play(scene) {
    const { premove } = this;
    if (premove.from === null || premove.to === null || !scene.playable) return;
    const action = findPremove(premove, /** @type {CheckersMove[]} */ (scene.legal));
    this.premove = NONE;
    if (action !== undefined) return this.board.play(action);
    this.board.say(t("checkers.premove.illegal"));
    this.board.complain([premove.from]);
    this.board.draw();
  }
}
