/** The page of Live Contests. */
import { picture } from "./picture.js";
import { rename } from "./words.js";

/** What the table's contestants are, kept for the names of moves. @type {any} */
let known = null;

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
  setup: () => import("./setup.js"),
  adviser: () => import("./adviser.js"),
  setupOptions: ["condition"],
  hides: ["hint", "flip", "events", "typed", "seats"],
  thumbnail: false, // a stage so small shows nothing
  patience: 40, // every turn is played, also of contests that one only watches
  names: (name) => rename(name, known),
  seatNames: (stage) => {
    known = stage;
    return stage.contestants?.map((/** @type {any} */ who) => who.name) ?? [];
  },
  lists: (move) => move.seat >= 0 && move.name !== null,
  sound: () => "move",
  toggles: [
    { setting: "contest.speed", text: "contest.speed", choices: [["normal", "contest.speed.normal"], ["slow", "contest.speed.slow"], ["fast", "contest.speed.fast"]] },
    { setting: "contest.adviser", text: "contest.adviser", choices: [["asked", "contest.adviser.asked"], ["always", "contest.adviser.always"]] },
    { setting: "contest.coach", text: "contest.coach", choices: [["on", "contest.coach.on"], ["off", "contest.coach.off"]] },
  ],
};
