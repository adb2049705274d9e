/** Dicewars in words: spoken names of areas, what a step brought, names of moves. */
import { count, percent, seatName, t } from "ludoteca/lib/texts.js";
import { moveTo, readName, total } from "./model.js";

/** @typedef {import("./model.js").DicePosition} DicePosition */
/** @typedef {import("./model.js").DiceMove} DiceMove */
/** @typedef {import("ludoteca/lib/types.js").MoveStep} MoveStep */

const GAME = "dicewars";

/** @param {number} seat */
export const nameSeat = (seat) => seatName(GAME, seat);

/** "Area 12, yours, 5 dice, borders 3 Lime 2, 7 yours 4". @param {import("./model.js").Land} land @param {number} area @param {number[]} neighbours @param {number} own the seat of the person, -1 for none */
export function nameArea(land, area, neighbours, own) {
  const whose = (/** @type {number} */ place) => {
    const seat = land.owner[place];
    return seat < 0 ? t("dicewars.nobody") : seat === own ? t("dicewars.yours") : nameSeat(seat);
  };
  const around = neighbours.map((other) => t("dicewars.border", { area: other + 1, whose: whose(other), dice: land.dice[other] })).join("; ");
  return [t("dicewars.area", { area: area + 1 }), whose(area), count("dicewars.dice", land.dice[area]), t("dicewars.borders", { around })].join(", ");
}

/** What is not certain is never shown as 0 or 100 percent. @param {number} odds */
export const tellOdds = (odds) => percent(odds > 0 && odds < 1 ? Math.min(0.99, Math.max(0.01, odds)) : odds);

/** What choosing this area now would do. @param {DiceMove[]} legal @param {number | null} chosen @param {number} area */
export function nameChoice(legal, chosen, area) {
  if (chosen === area) return t("dicewars.state.chosen");
  const move = chosen === null ? undefined : moveTo(legal, chosen, area);
  if (!move) return "";
  if (move.kind === "transfer") return count("dicewars.state.reach", Number(move.moved));
  return t("dicewars.state.attack", { odds: tellOdds(Number(move.odds)) });
}

/** A move in words; "" for what need not be said. @param {MoveStep[]} steps */
export function tellSteps(steps) {
  return steps.map(tellStep).filter(Boolean).join(" ");
}

/** @param {MoveStep} step */
export function tellStep(step) {
  const seat = step.seat === undefined ? "" : nameSeat(step.seat);
  if (step.type === "roll") {
    const won = total(step.attacker) > total(step.defender);
    return t(won ? "dicewars.say.won" : "dicewars.say.lost", { seat, victim: nameSeat(step.victim), source: step.source + 1, target: step.target + 1,
      attacker: total(step.attacker), defender: total(step.defender) });
  }
  if (step.type === "transfer") return count("dicewars.say.transfer", step.moved, { seat, source: step.source + 1, target: step.target + 1 });
  if (step.type === "income") return tellIncome(step, seat);
  if (step.type === "out") return t("dicewars.say.out", { seat });
  if (step.type === "turn") return t("dicewars.say.turn", { seat });
  return "";
}

/** @param {MoveStep} step @param {string} seat */
function tellIncome(step, seat) {
  const told = count("dicewars.say.income", step.placed, { seat, region: step.region });
  return step.kept ? `${told} ${t("dicewars.say.kept", { dice: step.kept })}` : told;
}

/** `attack 14>9` as people read it. @param {string} name */
export function rename(name) {
  const move = readName(name);
  if (move) return t(`dicewars.move.${move.kind}`, { source: move.source, target: move.target });
  if (["end", "won", "lost"].includes(name)) return t(`dicewars.move.${name}`);
  return /^(draw|deal|place) /.test(name) ? "" : name; // dice that fall are seen on the map
}
