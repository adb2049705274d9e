/** Guiding words for a first game of checkers: one thing at a time. */
import { seatName, t } from "ludoteca/lib/texts.js";

const CALM = 8; // moves after which only what is special is said

/**
 * @param {import("ludoteca/lib/types.js").Scene} scene @param {number[]} chosen the beginning of the way that is being chosen
 * @returns {string} empty where there is nothing to say
 */
export function coachText({ you = [], mover, playable, legal, ply, pending }, chosen) {
  if (you.length !== 1 || mover < 0) return "";
  if (!playable) return mover === you[0] || pending ? "" : t("checkers.coach.wait", { seat: seatName("checkers", mover) });
  const captures = legal.some((move) => move.capture);
  if (chosen.length > 1) return t("checkers.coach.chain");
  if (chosen.length) return t(captures ? "checkers.coach.jump" : "checkers.coach.step");
  if (captures) return t(legal.every((move) => move.capture) ? "checkers.coach.capture" : "checkers.coach.may_capture");
  if (ply < 2) return t("checkers.coach.first", { seat: seatName("checkers", you[0]) });
  if (legal.some((move) => move.crowned)) return t("checkers.coach.crown");
  return ply < CALM ? t("checkers.coach.together") : "";
}
