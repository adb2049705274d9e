/** Learn from mistakes: each position again, as it was seen then. Find something better; a judge says how good it is. */
import { get, post } from "../../lib/api.js";
import { h, replace, set, show } from "../../lib/dom.js";
import { say } from "../../lib/speech.js";
import { explain, t } from "../../lib/texts.js";
import { valueText } from "../../lib/values.js";
import { toast } from "../toast/toast.js";
import { betterText } from "./analysis.js";

/** @typedef {import("../../lib/wire.js").JudgedDecision} Judged */
/** @typedef {import("../../lib/wire.js").PastDecision} PastDecision */

/**
 * @param {{table: string, game: string}} where
 * @param {{nameOf: (name: string) => string, draw: (decision: PastDecision, playable: boolean, hint: any) => void, leave: () => void}} act
 */
export function mountLearn({ table, game }, act) {
  const title = h("h2", { tabindex: -1 });
  const task = h("p");
  const verdict = h("p.learn-verdict", { role: "status" });
  const solve = h("button", { type: "button", onclick: showSolution }, t("learn.solution"));
  const next = h("button.primary", { type: "button", onclick: () => go(place + 1) }, t("learn.next"));
  const element = h("section.panel.learn", { hidden: true, "aria-label": t("learn") }, title, task, verdict,
    h("div.row", {}, solve, next, h("button", { type: "button", onclick: end }, t("learn.leave"))));
  /** @type {Judged[]} */
  let list = [];
  /** @type {import("../../lib/wire.js").Scale} */
  let scale;
  let place = 0;
  let solved = 0;
  let open = true;
  /** @type {PastDecision | null} */
  let decision = null;

  /** @param {Judged[]} mistakes @param {import("../../lib/wire.js").GameAnalysis} analysis */
  async function begin(mistakes, analysis) {
    [list, scale, solved] = [mistakes, analysis.scale, 0];
    show(element, true);
    await go(0);
  }

  /** @param {number} to */
  async function go(to) {
    if (to >= list.length) return finish();
    place = to;
    open = true;
    const found = await get(`/tables/${table}/decisions/${list[place].number}`).catch((error) => toast(explain(error, game), "bad"));
    if (!found) return;
    decision = found;
    const { name, verdict: kind, before, after } = list[place];
    replace(title, t("learn.title", { n: place + 1, most: list.length }));
    replace(task, t("learn.task", { move: act.nameOf(name ?? ""), verdict: t(`analysis.${kind}.a`), before: valueText(scale, before), after: valueText(scale, after) }));
    tell(null, "");
    show(solve, true);
    show(next, false);
    redraw();
    title.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} action */
  async function play(action) {
    if (!decision || !open) return;
    const asked = place;
    const told = await post(`/tables/${table}/decisions/${decision.number}`, { action }).catch((error) => toast(explain(error, game), "bad"));
    if (!told || asked !== place || !open) return;
    const params = { move: act.nameOf(told.name), value: valueText(scale, told.after), best: valueText(scale, told.before) };
    if (told.verdict === "right") return answered(t("learn.right", params));
    tell("wrong", t(action === list[place].action ? "learn.same" : "learn.wrong", params));
  }

  /** @param {string} text */
  function answered(text) {
    solved += 1;
    tell("right", text);
    closeTask();
  }

  function showSolution() {
    tell(null, betterText(game, list[place], act.nameOf));
    closeTask();
  }

  function closeTask() {
    open = false;
    show(solve, false);
    show(next, true);
    redraw();
    next.focus({ preventScroll: true });
  }

  function finish() {
    replace(title, t("learn.done"));
    replace(task, t("learn.score", { n: solved, most: list.length }));
    tell(null, "");
    show(next, false);
    show(solve, false);
    title.focus({ preventScroll: true });
  }

  /** @param {"right" | "wrong" | null} kind @param {string} text */
  function tell(kind, text) {
    set(verdict, "data-verdict", kind);
    replace(verdict, kind && h("strong", {}, t(`course.${kind}`)), kind ? ` ${text}` : text);
    show(verdict, Boolean(text));
    if (text) say(text);
  }

  function redraw() {
    if (!decision) return;
    const { best } = list[place];
    const hint = open || !best ? null : decision.legal.find(({ action }) => action === best.action) ?? null;
    act.draw(decision, open, hint);
  }

  /** Why something is not legal. @param {Record<string, any>} attempt */
  async function ask(attempt) {
    if (!decision || !open) return;
    const { why } = await post(`/tables/${table}/decisions/${decision.number}`, { attempt });
    toast(explain(why, game), "bad");
  }

  function end() {
    const was = decision !== null;
    decision = null;
    show(element, false);
    if (was) act.leave();
  }

  return { element, begin, play, ask, end, redraw, get active() { return decision !== null; } };
}
