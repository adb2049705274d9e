/** What if: other moves than those of a finished game, tried on its board, as a tree of lines. The game stays as it was. */
import { post } from "../../lib/api.js";
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { outcomeText, reasonText } from "../../lib/outcome.js";
import { say } from "../../lib/speech.js";
import { explain, language, seatName, t } from "../../lib/texts.js";
import { valueText } from "../../lib/values.js";
import { toast } from "../toast/toast.js";
import { Lines } from "./model.js";

useStyle(new URL("variation.css", import.meta.url).href);

/** @typedef {import("../../lib/wire.js").Variation} Variation */

/**
 * @param {{table: string, game: string, seats: any[]}} where
 * @param {{nameOf: (name: string) => string, draw: (told: Variation, quiet: boolean) => void, leave: () => void, number: () => number}} act
 *   `draw` shows a position on the board, `leave` the game again; `number` is the move that is looked at
 */
export function mountVariation({ table, game, seats }, act) {
  const title = h("h2.variation-title");
  const tree = h("div.variation-tree", { role: "group", "aria-label": t("what_if.moves") });
  const state = h("p.variation-state");
  const value = h("p.variation-value", { "aria-live": "polite" });
  const back = h("button", { type: "button", onclick: () => jump(from ?? 0, actions.slice(0, -1)) }, t("what_if.back"));
  const prune = h("button", { type: "button", onclick: forget }, t("what_if.forget"));
  const element = h("section.panel.variation", { hidden: true, "aria-label": t("what_if") }, title, tree, value, state,
    h("div.row", {}, back, prune, h("button.primary", { type: "button", onclick: () => { end(); act.leave(); } }, t("what_if.leave"))));
  const button = h("button", { type: "button", title: t("what_if.help"), onclick: () => begin() }, t("what_if"));
  const lines = new Lines();
  /** @type {number | null} the move that the variation begins after */
  let from = null;
  /** @type {number[]} */
  let actions = [];
  /** @type {Variation | null} */
  let told = null;

  async function begin() {
    await jump(act.number(), []);
    say(t("what_if.choose"));
  }

  /** @param {number} action */
  async function play(action) {
    if (from === null) return;
    const before = actions;
    actions = [...actions, action];
    if (!(await look(false))) actions = before;
  }

  /** Why something is not legal here. @param {Record<string, any>} attempt */
  async function ask(attempt) {
    if (from === null) return;
    const { why } = await post(`/tables/${table}/variation`, { from, actions, attempt });
    toast(explain(why, game), "bad");
  }

  /** To a position of a line. @param {number} start @param {number[]} moves */
  function jump(start, moves) {
    [from, actions] = [start, moves];
    return look(true);
  }

  /** Drop the line from the present move on. */
  function forget() {
    if (from === null) return undefined;
    lines.cut(from, actions);
    return jump(from, actions.slice(0, -1));
  }

  /** @param {boolean} quiet @returns {Promise<boolean>} whether the moves could be made */
  async function look(quiet) {
    const wanted = { from, actions };
    const isCurrent = () => wanted.from === from && wanted.actions === actions;
    try {
      const found = await post(`/tables/${table}/variation`, wanted);
      if (!isCurrent()) return true; // somebody has gone on meanwhile
      told = found;
      lines.add(found.from, found.moves.map((/** @type {any} */ move) => ({ action: move.action, text: tell(move) })));
      replace(value, t("what_if.valuing"));
      redraw(quiet);
      post(`/tables/${table}/value`, wanted).then((judged) => isCurrent() && drawValue(judged)).catch(() => isCurrent() && replace(value, ""));
      return true;
    } catch (error) {
      toast(explain(/** @type {any} */ (error), game), "bad");
      return false;
    }
  }

  /** @param {import("../../lib/wire.js").PositionValue} judged */
  function drawValue({ seat, value: found, scale, best, line }) {
    if (found === null) return replace(value, "");
    const text = valueText(scale, found);
    replace(value, h("strong", {}, scale.kind === "win" ? t("eval.win", { seat: seatName(game, seat), value: text }) : t("eval.points", { value: text })),
      best && ` · ${t("what_if.best", { move: act.nameOf(best) })}`, line.length > 1 && ` ${t("hint.line", { line: line.slice(0, 6).map(act.nameOf).join(" ") })}`);
  }

  /** @param {boolean} [quiet] */
  function redraw(quiet = true) {
    if (!told) return;
    show(element, true);
    show(button, false);
    replace(title, from ? t("what_if.title", { ply: from }) : t("what_if.start"));
    back.disabled = prune.disabled = !actions.length;
    drawTree();
    replace(state, told.result ? `${outcomeText(game, told.result, seats)} ${reasonText(game, told.result, seats)}` : t("what_if.choose"));
    const last = told.moves.at(-1);
    if (!quiet && last) say(tell(last));
    act.draw(told, quiet);
  }

  function drawTree() {
    const focused = tree.contains(document.activeElement);
    replace(tree, lines.starts.map((start) => [
      lines.starts.length > 1 && h("p.variation-from", {}, start ? t("what_if.title", { ply: start }) : t("what_if.start")),
      drawLevel(start, lines.roots.get(start) ?? [], []),
    ]).flat());
    show(tree, lines.starts.length > 0);
    if (focused) /** @type {HTMLElement | null} */ (tree.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  }

  /** @param {number} start @param {import("./model.js").Branch[]} branches @param {number[]} before @returns {HTMLElement} */
  function drawLevel(start, branches, before) {
    return h("ul.variation-moves", {}, branches.flatMap((branch) => drawBranch(start, branch, before)));
  }

  /** A move, and what follows it: on the same level while there is one way only. @param {number} start @param {import("./model.js").Branch} branch @param {number[]} before @returns {HTMLElement[]} */
  function drawBranch(start, branch, before) {
    const path = [...before, branch.action];
    const isHere = start === from && path.length === actions.length && path.every((action, i) => action === actions[i]);
    const item = h("li", {}, h("button.plain", { type: "button", "aria-current": isHere ? "step" : null, onclick: () => jump(start, path) }, branch.text));
    if (branch.children.length === 1) return [item, ...drawBranch(start, branch.children[0], path)];
    if (branch.children.length) item.append(drawLevel(start, branch.children, path));
    return [item];
  }

  /** @param {import("../../lib/wire.js").TriedMove} move */
  function tell(move) {
    return move.events?.[language]?.join(" ") || `${seatName(game, move.seat)}: ${[move.name, ...(move.chance ?? [])].map(act.nameOf).filter(Boolean).join(" · ")}`;
  }

  function end() {
    from = told = null;
    show(element, false);
    show(button, true);
  }

  return { element, button, play, ask, end, redraw, get active() { return told !== null; }, get actions() { return actions; }, get from() { return from; } };
}
