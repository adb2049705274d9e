/** How a person wants squares to be named: a setting of this game. */
import { t } from "ludoteca/lib/texts.js";
import { setting } from "ludoteca/lib/settings.js";
import { usesLetters } from "./model.js";

export const SQUARES = "checkers.squares";

/** Whether squares are named by letters. @param {import("./model.js").CheckersPosition} position */
export const writesLetters = (position) => usesLetters(position, setting(SQUARES) || "auto");

/** A square for a screen reader, with what stands on it and what choosing it does. @param {string} square @param {string | undefined} piece @param {string | undefined} mark */
export function nameSquare(square, piece, mark) {
  const label = piece ? t("checkers.square.piece", { square, piece: t(`checkers.piece.${piece}`) }) : t("checkers.square.empty", { square });
  return mark ? `${label}, ${t(`checkers.mark.${mark}`)}` : label;
}
