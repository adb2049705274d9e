/** Guiding words for a first game of connect four: one thing at a time. */
import { seatName, t } from "ludoteca/lib/texts.js";

const OPENING = 6; // moves in which the middle counts most
const CALM = 20; // moves after which nothing is said any more

/** @param {import("ludoteca/lib/types.js").Scene} scene @returns {string} empty where there is nothing to say */
export function coachText({ you = [], mover, playable, ply }) {
  if (you.length !== 1 || mover < 0 || !playable || ply >= CALM) return "";
  const names = { seat: seatName("connect_four", you[0]), other: seatName("connect_four", 1 - you[0]) };
  if (ply < 2) return t("connect_four.coach.first", names);
  return t(ply < OPENING ? "connect_four.coach.middle" : "connect_four.coach.look", names);
}
