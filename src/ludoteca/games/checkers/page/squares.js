/** How a person wants squares to be named: a setting of this game. */
import { setting } from "ludoteca/lib/settings.js";
import { usesLetters } from "./model.js";

export const SQUARES = "checkers.squares";

/** Whether squares are named by letters. @param {import("./model.js").CheckersPosition} position */
export const writesLetters = (position) => usesLetters(position, setting(SQUARES) || "auto");
