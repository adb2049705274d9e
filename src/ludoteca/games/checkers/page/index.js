/** The page of checkers. */
import { t } from "ludoteca/lib/texts.js";
import { guessFormat, renameMove, squareName } from "./model.js";
import { picture } from "./picture.js";
import { SQUARES, writesLetters } from "./squares.js";

/** @typedef {import("./model.js").CheckersPosition} CheckersPosition */

/** @param {string} name @param {any} position */
function names(name, position) {
  return position.squares ? renameMove(name, position, writesLetters(position)) : name;
}

/** @param {Record<string, any>} move @returns {import("ludoteca/lib/types.js").Sound} */
const sound = (move) => (move.crowned ? "promotion" : move.capture ? "capture" : "move");

/** What is said of a move. @param {Record<string, any>} move @param {any} position */
function speak(move, position) {
  const letters = writesLetters(position);
  const name = (/** @type {number} */ square) =>
    squareName(position.squares.find((/** @type {any} */ place) => place.square === square), letters);
  const seat = t(`checkers.seat.${move.seat}`);
  const path = move.path.map(name);
  const said = move.capture
    ? t("checkers.say.capture", { seat, path: path.join(` ${t("checkers.say.then")} `), taken: move.taken.length })
    : t("checkers.say.move", { seat, from: path[0], to: path.at(-1) });
  return move.crowned ? `${said} ${t("checkers.say.crowned")}` : said;
}

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  names,
  speak,
  sound,
  format: guessFormat,
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
  editor: () => import("./editor.js"),
  toggles: [{ setting: "checkers.coach", text: "coach", choices: [["on", "coach.on"], ["off", "coach.none"]] }, {
    setting: SQUARES, text: "checkers.squares",
    choices: [["auto", "checkers.squares.auto"], ["numbers", "checkers.squares.numbers"], ["letters", "checkers.squares.letters"]],
  }],
};
