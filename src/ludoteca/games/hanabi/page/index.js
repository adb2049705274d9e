/** The page of hanabi. */
import { language } from "ludoteca/lib/texts.js";
import { picture } from "./picture.js";
import { rename } from "./words.js";

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  names: rename,
  speak: (move) => (move.events?.[language] ?? []).join(" "),
  lists: (move) => move.seat >= 0, // what is dealt is seen in the hands
  hides: ["flip", "news"], // there is no other side to look from; the table tells what happened since one's last turn
  course: true,
  toggles: [{ setting: "hanabi.coach", text: "hanabi.coach", choices: [["on", "hanabi.coach.on"], ["off", "hanabi.coach.none"]] }],
  seats: "below", // the hands say who plays and whose turn it is; who they are comes after the own hand
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
};
