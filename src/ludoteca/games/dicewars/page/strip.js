/** The strip below the map: the last roll with both totals, income, who is out, and the end of one's turn. */
import { h, replace, set } from "ludoteca/lib/dom.js";
import { count, t } from "ludoteca/lib/texts.js";
import { drawFace } from "./drawing.js";
import { total } from "./model.js";
import { nameSeat, tellOdds, tellStep } from "./words.js";

/** @typedef {import("ludoteca/lib/types.js").MoveStep} MoveStep */
/** @typedef {import("./model.js").DiceMove} DiceMove */

/** @param {() => void} end @param {() => void} quit choosing */
export function mountStrip(end, quit) {
  const news = h("div.dice-news");
  const left = h("span.dice-left-over.soft");
  const cancel = h("button.dice-cancel", { type: "button", onclick: quit, hidden: true }, t("dicewars.cancel"));
  const button = h("button.primary.dice-end", { type: "button", onclick: end, hidden: true });
  const element = h("div.dice-strip", {}, news, h("div.dice-acts", {}, left, cancel, button));

  /** @param {string} text */
  const write = (text) => replace(news, h("p.dice-text", {}, text));

  /** @param {MoveStep} step @param {boolean} rolling the dice still turn */
  function showRoll(step, rolling) {
    const won = total(step.attacker) > total(step.defender);
    replace(news, h("div.dice-roll", { "data-won": rolling ? null : String(won) },
      drawSide(step.seat, step.attacker, rolling, won), h("span.dice-versus", { "aria-hidden": "true" }, rolling ? "…" : won ? ">" : "≤"), drawSide(step.victim, step.defender, rolling, !won)));
  }

  /** @param {number} seat @param {number[]} dice @param {boolean} rolling @param {boolean} ahead */
  function drawSide(seat, dice, rolling, ahead) {
    const faces = rolling ? dice.map(() => 1 + Math.floor(6 * Math.random())) : dice;
    return h("span.dice-side", { "data-seat": seat, "data-ahead": !rolling && ahead, role: "img", "aria-label": `${nameSeat(seat)}: ${total(dice)}` },
      h("span.dice-faces", { "data-rolling": rolling }, faces.map((face) => drawFace(face, seat))), h("b.dice-total", {}, rolling ? "" : total(dice)));
  }

  /** What a step says here, once it is over. @param {MoveStep} step */
  function show(step) {
    if (step.type === "roll") showRoll(step, false);
    else if (step.type === "attack") write(t("dicewars.strip.attack", { seat: nameSeat(step.seat), source: step.source + 1, target: step.target + 1, odds: tellOdds(step.odds) }));
    else if (["income", "out", "transfer"].includes(step.type)) write(tellStep(step));
    else if (step.type === "over") write(step.winner < 0 ? t("dicewars.strip.nobody") : t("dicewars.strip.won", { seat: nameSeat(step.winner) }));
  }

  /** @param {DiceMove | undefined} move the end of the turn, if it is a person's @param {number} transfers @param {boolean} chosen */
  function allow(move, transfers, chosen) {
    button.hidden = !move;
    cancel.hidden = !move || !chosen;
    left.textContent = move && transfers ? count("dicewars.transfers", transfers) : "";
    if (move) replace(button, t("dicewars.end"), h("small", {}, count("dicewars.end.income", Number(move.income))));
    set(element, "data-yours", Boolean(move));
  }

  /** What pointing at an area means. @param {DiceMove | undefined} move @param {import("./model.js").Land} land */
  function preview(move, land) {
    if (move?.kind === "attack") write(t("dicewars.strip.odds", { source: Number(move.source) + 1, target: Number(move.target) + 1, dice: land.dice[Number(move.source)], others: land.dice[Number(move.target)], odds: tellOdds(Number(move.odds)) }));
    else if (move?.kind === "transfer") write(count("dicewars.strip.move", Number(move.moved), { source: Number(move.source) + 1, target: Number(move.target) + 1 }));
  }

  return { element, show, showRoll, allow, preview, write };
}
