/** What happened, turn by turn, the newest first, with the short codes of the program that the thesis describes. */
import { h, replace, set } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { codeOf, splitTurns } from "./model.js";
import { tellStep } from "./words.js";

/** @typedef {import("./model.js").TurnStep} TurnStep */

export class History {
  /** @type {Map<number, TurnStep[]>} by ply */
  plies = new Map();
  /** Whether it is known from the beginning: a page may be opened in the middle. */
  complete = false;

  /** @param {number} ply @param {TurnStep[] | undefined} steps */
  add(ply, steps) {
    if (steps?.length) this.plies.set(ply, steps);
    else this.plies.delete(ply);
  }

  /** Moves were taken back. @param {number} ply */
  cut(ply) {
    for (const known of this.plies.keys()) if (known > ply) this.plies.delete(known);
  }

  /** The steps of each turn up to a ply, and then some more. @param {number} ply @param {TurnStep[]} [more] */
  turns(ply, more = []) {
    if (!this.complete) return [];
    const steps = [...this.plies].filter(([known]) => known <= ply).sort(([a], [b]) => a - b).flatMap(([, found]) => found);
    return splitTurns([...steps, ...more]);
  }
}

export function mountHistory() {
  const list = h("div.contest-log", { tabindex: 0, role: "log", "aria-live": "off", "aria-label": t("contest.history") });
  const element = h("section.panel.contest-history", { "aria-label": t("contest.history") }, h("h2.events-title", {}, t("contest.history")), list);
  let drawn = "";

  /** @param {TurnStep[][]} turns @param {import("./model.js").Stage} stage */
  function draw(turns, stage) {
    const key = JSON.stringify(turns.map((turn) => turn.length));
    if (key === drawn) return;
    drawn = key;
    set(element, "hidden", !turns.length);
    replace(list, turns.map((turn, i) => h("section", {}, h("h3", {}, t("contest.history.turn", { n: i + 1 })), h("ol", {}, [...turn].reverse().map((step) => drawStep(step, stage))))).reverse());
    list.scrollTop = 0;
  }

  /** @param {TurnStep} step @param {import("./model.js").Stage} stage */
  function drawStep(step, stage) {
    const names = stage.contestants.map((who) => who.name);
    if (step.type === "order") return h("li.-order", {}, t("contest.history.order", { order: (step.order ?? []).map((seat) => names[seat]).join(" › ") }));
    const begins = ["performs", "too_nervous", "rested", "gone"].includes(step.type);
    const code = codeOf(step, names[Number(step.seat)] ?? "");
    return h(`li${begins ? ".-begins" : ""}`, {}, h("span", {}, tellStep(step, stage)), code && h("code", {}, code));
  }

  return { element, draw };
}
