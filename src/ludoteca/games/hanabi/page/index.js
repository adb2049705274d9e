/** The page of hanabi. */
import { picture } from "./picture.js";
import { rename, tellLast } from "./words.js";

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  names: rename,
  speak: (_, position) => tellLast(/** @type {any} */ (position)),
  lists: (move) => move.seat >= 0, // what is dealt is seen in the hands
  hides: ["flip", "news"], // there is no other side to look from; the table tells what happened since one's last turn
  seats: "below", // the hands say who plays and whose turn it is; who they are comes after the own hand
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
};
