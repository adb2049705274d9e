/** Guiding words for a first contest: one thing at a time. */
import { t } from "ludoteca/lib/texts.js";

/**
 * @param {import("./model.js").Stage} stage @param {import("./model.js").ContestPosition} position
 * @param {number | null} seat one's own @param {boolean} playable
 * @returns {string} empty where there is nothing to say
 */
export function coachText(stage, position, seat, playable) {
  if (!playable || seat === null) return "";
  const own = position.contestants[seat];
  const place = position.order.indexOf(seat);
  const cards = stage.contestants[seat].moves;
  if (position.turn === 1) return t("contest.coach.first");
  if (own.signs.includes("combo expected") && own.last !== null && cards[own.last].completed_by.length) return t("contest.coach.combo");
  if (position.stars === stage.full - 1 && cards.some((card) => card.crowd > 0)) return t("contest.coach.star");
  if (position.turn === stage.turns) return t("contest.coach.last");
  if (place === 0) return t("contest.coach.leads");
  return t(place === position.order.length - 1 ? "contest.coach.closes" : "contest.coach.middle");
}
