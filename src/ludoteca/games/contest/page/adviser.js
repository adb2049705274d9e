/** The adviser beside a contest on another screen: says what to perform, then asks what everybody did. */
import { h, replace, set, show, useStyle } from "ludoteca/lib/dom.js";
import { percent, t } from "ludoteca/lib/texts.js";
import { moveParts } from "./cards.js";
import { drawBadge } from "./drawing.js";
import { mayBeNervous, mistakenNerves, nervesOutcome, presentSeats } from "./follow.js";
import { mountHistory } from "./history.js";
import { ADVISER, chanceOf, frameOf, splitTurns, sumUp } from "./model.js";
import { portrait } from "./portrait.js";
import { mountResults } from "./results.js";
import { mountStage } from "./stage.js";
import { nameMove } from "./words.js";

useStyle(new URL("console.css", import.meta.url).href);
useStyle(new URL("adviser.css", import.meta.url).href);

/** @typedef {import("ludoteca/lib/types.js").Followed} Followed */
/** @typedef {import("ludoteca/lib/types.js").FollowedMove} FollowedMove */
/** @typedef {import("./model.js").Stage} Stage */
/** @typedef {import("./model.js").ContestPosition} ContestPosition */

/** On the handheld its own rules count. */
export const usual = { mode: "game" };

/** Nerves are not asked for: they follow from who could not perform. @param {FollowedMove} move */
export const followsByItself = (move) => move.show.nervous !== undefined;

/** @type {import("ludoteca/lib/types.js").MountAdviser} */
export function mountAdviser(host, tools) {
  const stage = mountStage(() => undefined);
  const advice = h("section.panel.contest-advice", { "aria-label": t("adviser.advice") });
  const form = h("form.panel.contest-entry", { onsubmit: submit });
  const question = h("fieldset.panel.contest-question");
  const results = mountResults(tools.say);
  const log = mountHistory();
  host.classList.add("contest-board", "contest-adviser");
  replace(host, stage.element, results.element, h("div.contest-adviser-work", {}, h("div", {}, question, form), h("div", {}, advice, log.element)));
  /** @type {Followed} */
  let now;
  /** @type {number[] | null} who could not perform in the turn that was entered; null where nobody said */
  let nervous = null;
  let entered = false; // something was entered here: the keyboard stays with the questions
  let touched = false; // one's own move was chosen by hand

  const setOf = () => /** @type {Stage} */ (now.stage);
  const at = () => /** @type {ContestPosition} */ (now.position);

  /** @param {Followed} followed @param {FollowedMove[]} dropped */
  function update(followed, dropped) {
    now = followed;
    if (followed.mover === -1 && answerNerves()) return;
    const mistaken = followed.mover === -1 ? [] : mistakenNerves(nervous, now.log);
    draw(dropped);
    if (mistaken.length) complain(mistaken);
    if (followed.mover >= 0) nervous = null;
    if (entered) focus();
    void advise();
  }

  /** Chance that is known already is not asked for. */
  function answerNerves() {
    const outcome = nervous && nervesOutcome(now.legal, nervous);
    if (outcome) tools.enter([outcome.action]);
    return Boolean(outcome);
  }

  /** @param {number[]} seats */
  function complain(seats) {
    const text = t("contest.follow.not_nervous", { names: seats.map((seat) => setOf().contestants[seat].name).join(", ") });
    form.prepend(h("p.error", { role: "alert" }, text));
  }

  // --- drawing ---

  /** @param {FollowedMove[]} dropped */
  function draw(dropped) {
    const turns = splitTurns(now.log.flatMap((move) => /** @type {any[]} */ (move.steps)));
    const picking = now.mover >= 0;
    stage.draw(setOf(), frameOf(at()), { own: [tools.seat], before: picking ? sumUp(turns.at(-1) ?? []) : [], winner: at().winner, still: true, inspected: null });
    results.draw(setOf(), at(), [tools.seat], false);
    log.draw(turns, setOf());
    show(form, picking);
    show(question, now.mover === -1);
    show(advice, picking);
    touched = false;
    if (picking) drawForm(dropped);
    else replace(form);
    replace(question, now.mover === -1 ? drawQuestion() : "");
  }

  /** @param {FollowedMove[]} dropped what was entered before and taken back is still there to be corrected */
  function drawForm(dropped) {
    const before = new Map(dropped.filter((move) => move.seat >= 0).map((move) => [move.seat, move.show.place]));
    replace(form, h("h2", {}, t("contest.follow.what", { turn: at().turn })),
      at().order.map((seat, place) => drawRow(seat, place, before.get(seat))),
      h("button.primary", { type: "submit" }, t("contest.follow.next")));
  }

  /** @param {number} seat @param {number} place @param {number | undefined} before */
  function drawRow(seat, place, before) {
    const who = setOf().contestants[seat];
    const own = seat === tools.seat;
    const name = `${place + 1}. ${who.name}${own ? ` ${t("contest.yours")}` : ""}`;
    if (!presentSeats(at()).includes(seat)) return h("p.contest-entry-absent", {}, portrait(who), `${name}: ${t("contest.follow.absent")}`);
    const choices = who.moves.map((card) => drawChoice(seat, String(card.place), card.place === before, [drawBadge(card.condition), nameMove(card)]));
    if (mayBeNervous(setOf(), at(), place)) choices.push(drawChoice(seat, "nervous", false, [t("contest.follow.nervous")]));
    return h("fieldset.contest-entry-row", { "data-own": own }, h("legend", {}, portrait(who), name), h("div.choices", {}, choices));
  }

  /** @param {number} seat @param {string} value @param {boolean} checked @param {any[]} text */
  function drawChoice(seat, value, checked, text) {
    const change = () => { touched ||= seat === tools.seat; };
    return h("label.choice", {}, h("input", { type: "radio", name: `seat${seat}`, value, checked, required: true, onchange: change }), text);
  }

  function drawQuestion() {
    const first = now.legal[0];
    const key = ["brings", "order", "winner", "nervous"].find((name) => first[name] !== undefined) ?? "winner";
    const who = setOf().contestants[first.seat]?.name ?? "";
    return [h("legend", {}, t(`contest.follow.ask.${key}`, { who })), h("div.choices", {}, now.legal.map((outcome) =>
      h("button", { type: "button", onclick: () => answer(outcome.action) }, tellOutcome(outcome))))];
  }

  /** @param {Record<string, any>} outcome */
  function tellOutcome(outcome) {
    const name = (/** @type {number} */ seat) => setOf().contestants[seat].name;
    if (outcome.brings !== undefined) return String(outcome.brings);
    if (outcome.order) return outcome.order.map(name).join(" › ");
    if (outcome.nervous) return outcome.nervous.map(name).join(", ") || t("contest.follow.nobody");
    return name(outcome.winner);
  }

  // --- answering ---

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    entered = true;
    const said = new FormData(form);
    const seats = presentSeats(at());
    nervous = seats.filter((seat) => said.get(`seat${seat}`) === "nervous");
    tools.enter(seats.map((seat) => Number(said.get(`seat${seat}`)) || 0)); // who was nervous may have picked anything
  }

  /** @param {number} action */
  function answer(action) {
    entered = true;
    tools.enter([action]);
  }

  function focus() {
    const place = now.mover === -1 ? question.querySelector("button") : form.querySelector("input:checked") ?? form.querySelector("input");
    /** @type {HTMLElement | null} */ (place)?.focus({ preventScroll: true });
  }

  // --- advice ---

  async function advise() {
    if (now.mover < 0) return;
    const { turn } = at();
    if (!presentSeats(at()).includes(tools.seat)) return replace(advice, h("p", {}, t("contest.follow.rest")));
    replace(advice, h("h2", {}, t("adviser.thinking")));
    const found = await tools.advise(ADVISER);
    if (!found || now.mover < 0 || turn !== at().turn) return;
    const cards = setOf().contestants[tools.seat].moves;
    const best = cards[found.action];
    const text = t("contest.follow.do", { move: nameMove(best), percent: percent(chanceOf(found, found.action) ?? 0) });
    replace(advice, h("h2", {}, text), h("p.help", {}, t("contest.follow.why")), cards.map((card) =>
      h(`div.contest-move.-move${card.place}`, { "data-hint": card.place === found.action }, moveParts(card, {}, chanceOf(found, card.place), card.place === found.action))));
    tools.say(text);
    const own = form.querySelector(`input[name=seat${tools.seat}]:checked`);
    const advised = /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name=seat${tools.seat}][value="${found.action}"]`));
    if (!own && !touched && advised) set(advised, "checked", advised.checked = true);
  }

  return { update };
}
