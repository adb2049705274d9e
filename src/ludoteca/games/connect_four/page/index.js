/** The page of connect four. */
import { t } from "ludoteca/lib/texts.js";
import { COLUMN_NAMES } from "./model.js";
import { picture } from "./picture.js";

/** What is said of a move. @param {Record<string, any>} move */
function speak(move) {
  return t("connect_four.say.drop", { seat: t(`connect_four.seat.${move.seat}`), column: COLUMN_NAMES[move.column] });
}

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  speak,
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
  toggles: [{ setting: "connect_four.coach", text: "coach", choices: [["on", "coach.on"], ["off", "coach.none"]] }],
};
