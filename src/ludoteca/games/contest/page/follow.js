/** A contest on another screen, without a browser: who picks, who may be nervous, and what follows from what was seen. */
import { splitTurns } from "./model.js";

/** @typedef {import("./model.js").Stage} Stage */
/** @typedef {import("./model.js").ContestPosition} ContestPosition */
/** @typedef {import("ludoteca/lib/types.js").FollowedMove} FollowedMove */

const ABSENT = ["resting", "gone"];

/** The seats that perform in this turn. @param {ContestPosition} position */
export const presentSeats = (position) =>
  position.contestants.flatMap((standing, seat) => (standing.signs.some((sign) => ABSENT.includes(sign)) ? [] : [seat]));

/** Whether somebody before this place has a move that makes others nervous. @param {Stage} stage @param {ContestPosition} position @param {number} place */
export const mayBeNervous = (stage, position, place) =>
  position.order.slice(0, place).some((seat) => stage.contestants[seat].moves.some((card) => card.effect === "nervous_after"));

/**
 * The outcome in which of those who can become nervous now exactly these do; null if nerves are not what is drawn.
 * @param {Record<string, any>[]} outcomes @param {number[]} nervous
 */
export function nervesOutcome(outcomes, nervous) {
  if (!outcomes[0]?.nervous) return null;
  const reachable = new Set(outcomes.flatMap((outcome) => outcome.nervous));
  const wanted = nervous.filter((seat) => reachable.has(seat)).sort().join();
  return outcomes.find((outcome) => [...outcome.nervous].sort().join() === wanted) ?? null;
}

/**
 * Those who were said to be too nervous, in a turn in which nothing made them so.
 * @param {number[] | null} nervous @param {FollowedMove[]} log
 */
export function mistakenNerves(nervous, log) {
  const turn = splitTurns(/** @type {any[]} */ (log.flatMap((move) => move.steps))).at(-1) ?? [];
  return (nervous ?? []).filter((seat) => !turn.some((step) => step.type === "too_nervous" && step.seat === seat));
}
