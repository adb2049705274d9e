/** What a person hears of a table: sounds, and words for the live region. */
import { outcomeText, reasonText } from "../lib/outcome.js";
import { soundOfEnd } from "../lib/scene.js";
import { playSound } from "../lib/sound.js";
import { say } from "../lib/speech.js";
import { seatName, t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").Table} Table */

const AFTER_THE_MOVE = 1200;

/** @param {Table} table @param {{sound: (move: any) => string, speak: (move: any) => string | undefined}} page in the game's own words */
export function tellMove(table, page) {
  const { last, game } = table;
  if (!last || (last.seat < 0 && last.name === null)) return; // what chance does in secret is no news
  playSound(page.sound(last));
  const known = last.action !== null && page.speak(last);
  if (known === "") return; // the game has nothing to say of it
  say(known || t("say.move", { seat: seatName(game, last.seat), move: last.name ?? t("moves.hidden") }));
}

/** @param {Table} table */
export function tellEnd({ game, result, seats, you, ...rest }) {
  if (!result) return;
  playSound(soundOfEnd({ game, result, seats, you, ...rest }));
  setTimeout(() => say(`${outcomeText(game, result, seats)} ${reasonText(game, result, seats)}`), AFTER_THE_MOVE);
}
