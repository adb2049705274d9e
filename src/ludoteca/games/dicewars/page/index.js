/** The page of Dicewars. */
import { picture } from "./picture.js";
import { rename, tellSteps } from "./words.js";

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  picture,
  names: rename,
  speak: (move) => tellSteps(move.steps ?? []),
  lists: (move) => move.seat >= 0, // dice that fall are seen on the map
  sound: (move) => (move.steps?.some((/** @type {any} */ step) => step.won || step.type === "out") ? "capture" : "move"),
  style: new URL("board.css", import.meta.url).href,
  board: () => import("./board.js"),
  help: () => import("./help.js"),
  setup: () => import("./setup.js"),
  setupOptions: ["map_seed"],
  replay: () => import("./replay.js"),
  hides: ["seats"],
  patience: 300, // moves of seven others are shown one by one; a click skips them
  toggles: [
    { setting: "dicewars.speed", text: "dicewars.speed", choices: [["normal", "dicewars.speed.normal"], ["slow", "dicewars.speed.slow"], ["fast", "dicewars.speed.fast"], ["instant", "dicewars.speed.instant"]] },
    { setting: "dicewars.patterns", text: "dicewars.patterns", choices: [["off", "dicewars.patterns.off"], ["on", "dicewars.patterns.on"]] },
    { setting: "dicewars.coach", text: "coach", choices: [["on", "coach.on"], ["off", "coach.none"]] },
  ],
};
