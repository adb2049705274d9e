/** The lower half while one chooses: the four moves, and beside them the card of a move or the search tree. */
import { h, replace, set, show, useStyle } from "ludoteca/lib/dom.js";
import { icon } from "ludoteca/lib/icons.js";
import { percent, t } from "ludoteca/lib/texts.js";
import { drawCard, drawMoves, moveLabel, moveParts } from "./cards.js";
import { adviceOf, chanceOf, stepBy } from "./model.js";
import { mountTree } from "./tree.js";
import { nameMove } from "./words.js";

useStyle(new URL("console.css", import.meta.url).href);

/** @typedef {import("./model.js").Stage} Stage */
/**
 * @typedef {{stage: Stage, seat: number | null, legal: Record<string, any>[], playable: boolean, picked: number | null,
 *   analysis: import("ludoteca/lib/types.js").Analysis | null, hint: number | null, inspected: number | null, mayThink: boolean}} Desk
 */

/** @param {{pick: (place: number) => void, think: () => void, stop: () => void, close: () => void}} act */
export function mountConsole(act) {
  const moves = h("div.contest-moves", { role: "radiogroup", "aria-label": t("contest.moves"), "aria-describedby": "contest-keys" });
  const tree = mountTree();
  const body = h("div.contest-panel-body", { role: "tabpanel", id: "contest-panel" });
  const tabs = ["card", "tree"].map((name) => h("button.contest-tab", { type: "button", role: "tab", id: `contest-tab-${name}`, "aria-controls": "contest-panel", onclick: () => look(name), onfocus: () => look(name) }, t(`contest.tab.${name}`)));
  const panel = h("div.contest-panel", {}, h("div.contest-tabs", { role: "tablist", "aria-label": t("contest.tabs") }, tabs), body);
  const go = h("button.primary.contest-go", { type: "button", onclick: () => choose(selected) });
  const hint = h("button.contest-hint", { type: "button", onclick: () => (running() ? act.stop() : ask()) });
  const element = h("div.contest-console", {}, moves, panel, h("div.contest-actions", {}, go, hint, h("p.help", { id: "contest-keys" }, t("contest.keys"))));
  /** @type {Desk} */
  let desk;
  let selected = 0;
  let touched = false;
  let view = "card";
  let built = "";

  moves.addEventListener("keydown", press);
  moves.addEventListener("focusin", () => offerTab());
  panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") press(event);
  });

  /** Arrows choose, Enter confirms. @param {KeyboardEvent} event */
  function press(event) {
    const to = stepBy(event.key, selected, 4);
    if (to !== null) select(to, true);
    else if (event.key === "Enter") choose(selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const running = () => Boolean(desk.analysis && !desk.analysis.done);

  function ask() {
    look("tree");
    act.think();
  }

  /** @param {number} place @param {boolean} [focus] */
  function select(place, focus = false) {
    touched = true;
    selected = place;
    draw(desk);
    if (focus) /** @type {HTMLElement | undefined} */ (moves.children[place])?.focus();
  }

  /** @param {number} place */
  function choose(place) {
    if (desk.playable && desk.legal.some((move) => move.place === place)) act.pick(place);
  }

  /** @param {string} name */
  function look(name) {
    if (view === name && desk.inspected === null) return;
    view = name;
    if (desk.inspected !== null) act.close();
    else draw(desk);
  }

  /** A new turn: nothing is chosen yet. */
  function renew() {
    touched = false;
    view = "card";
  }

  /** @param {number} seat */
  function build(seat) {
    const cards = desk.stage.contestants[seat].moves;
    replace(moves, cards.map((card) => h(`button.contest-move.-move${card.place}`, { type: "button", role: "radio", onclick: () => select(card.place) })));
  }

  /** @param {Desk} next */
  function draw(next) {
    desk = next;
    const { stage, seat } = desk;
    show(element, seat !== null || desk.inspected !== null);
    show(moves, seat !== null);
    set(element, "data-watching", seat === null);
    if (seat !== null) drawOwn(stage, seat);
    drawPanel();
    show(go, desk.playable);
    show(hint, desk.playable && desk.mayThink);
    show(element.lastElementChild ?? go, desk.playable);
  }

  /** @param {Stage} stage @param {number} seat */
  function drawOwn(stage, seat) {
    const advice = adviceOf(desk.analysis) ?? desk.hint;
    if (advice !== null && !touched) selected = advice;
    if (desk.picked !== null) selected = desk.picked;
    const cards = stage.contestants[seat].moves;
    if (built !== `${seat} ${stage.contestants[seat].name}`) build(seat);
    built = `${seat} ${stage.contestants[seat].name}`;
    cards.forEach((card, place) => {
      const button = moves.children[place];
      const pick = desk.legal.find((move) => move.place === place) ?? {};
      const chance = chanceOf(desk.analysis, place);
      set(button, "aria-checked", String(place === selected));
      set(button, "tabindex", place === selected ? 0 : -1);
      set(button, "data-hint", advice === place && desk.playable);
      set(button, "aria-disabled", !desk.playable && "true");
      set(button, "aria-label", moveLabel(card, pick, chance, advice === place));
      replace(button, moveParts(card, pick, chance, advice === place && desk.playable));
    });
    replace(go, t("contest.go", { move: nameMove(cards[selected]) }));
    replace(hint, icon(running() ? "stop" : "hint"), running() ? t("contest.hint.running", { percent: percent(desk.analysis?.fraction ?? 0) }) : t("contest.hint"));
  }

  function drawPanel() {
    const { stage, seat, inspected } = desk;
    const shown = inspected === null ? view : "other";
    tabs.forEach((tab, i) => {
      const chosen = ["card", "tree"][i] === shown;
      set(tab, "aria-selected", String(chosen));
    });
    offerTab();
    set(tabs[0].parentElement, "hidden", seat === null);
    set(body, "aria-label", t(`contest.tab.${shown === "other" ? "card" : shown}`));
    if (inspected !== null) return replace(body, drawMoves(stage.contestants[inspected], stage));
    if (seat === null) return replace(body);
    if (view === "card") {
      const own = stage.contestants[seat].moves;
      return replace(body, drawCard(own[selected], own, desk.legal.find((move) => move.place === selected) ?? {}, stage));
    }
    tree.draw(desk.analysis?.tree, desk.analysis?.done ? 1 : desk.analysis?.fraction ?? 0);
    const said = desk.analysis ? t(desk.analysis.done ? "contest.tree.done" : "contest.tree.grows") : t("contest.tree.none");
    if (body.firstChild !== tree.element) replace(body, tree.element, h("p.help"));
    replace(/** @type {Element} */ (body.lastChild), said);
  }

  /** Tab leads from the moves to the view that is not shown, and shows it; from there it leads on, not to the other. */
  function offerTab() {
    const focused = tabs.indexOf(document.activeElement);
    const offered = focused >= 0 ? focused : tabs.findIndex((tab) => tab.getAttribute("aria-selected") !== "true");
    tabs.forEach((tab, i) => set(tab, "tabindex", i === offered ? 0 : -1));
  }

  /** Give the keyboard to the moves, unless a person is elsewhere on the page. */
  function focus() {
    const at = document.activeElement;
    if (at && at !== document.body && !element.contains(at)) return;
    /** @type {HTMLElement | null} */ (moves.querySelector("[aria-checked=true]"))?.focus({ preventScroll: true });
  }

  return { element, draw, renew, focus };
}
