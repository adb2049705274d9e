/** What if: other moves than those of a finished game, tried on its board. The game stays as it was. */
import { post } from "../../lib/api.js";
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { outcomeText, reasonText } from "../../lib/outcome.js";
import { say } from "../../lib/speech.js";
import { explain, language, seatName, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

useStyle(new URL("variation.css", import.meta.url).href);

/** @typedef {import("../../lib/wire.js").Variation} Variation */

/**
 * @param {{table: string, game: string, seats: any[]}} where
 * @param {{nameOf: (name: string) => string, draw: (told: Variation, quiet: boolean) => void, leave: () => void, number: () => number}} act
 *   `draw` shows a position on the board, `leave` the game again; `number` is the move that is looked at
 */
export function mountVariation({ table, game, seats }, act) {
  const title = h("h2.variation-title");
  const moves = h("ol.variation-moves", { "aria-label": t("what_if.moves") });
  const state = h("p.variation-state");
  const back = h("button", { type: "button", onclick: () => cut(actions.length - 1) }, t("what_if.back"));
  const element = h("section.panel.variation", { hidden: true, "aria-label": t("what_if") }, title, moves, state,
    h("div.row", {}, back, h("button.primary", { type: "button", onclick: () => { end(); act.leave(); } }, t("what_if.leave"))));
  const button = h("button", { type: "button", title: t("what_if.help"), onclick: () => begin() }, t("what_if"));
  /** @type {number | null} the move that the variation begins after */
  let from = null;
  /** @type {number[]} */
  let actions = [];
  /** @type {Variation | null} */
  let told = null;

  async function begin() {
    from = act.number();
    actions = [];
    replace(title, from ? t("what_if.title", { ply: from }) : t("what_if.start"));
    await look(true);
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

  /** Back to so many moves. @param {number} count */
  function cut(count) {
    actions = actions.slice(0, Math.max(0, count));
    return look(true);
  }

  /** @param {boolean} quiet @returns {Promise<boolean>} whether the moves could be made */
  async function look(quiet) {
    const wanted = { from, actions };
    try {
      const found = await post(`/tables/${table}/variation`, wanted);
      if (wanted.from !== from || wanted.actions !== actions) return true; // somebody has gone on meanwhile
      told = found;
      redraw(quiet);
      return true;
    } catch (error) {
      toast(explain(/** @type {any} */ (error), game), "bad");
      return false;
    }
  }

  /** @param {boolean} [quiet] */
  function redraw(quiet = true) {
    if (!told) return;
    show(element, true);
    show(button, false);
    back.disabled = !actions.length;
    const last = told.moves.length - 1;
    replace(moves, told.moves.map((move, i) => h("li", {}, h("button.plain", {
      type: "button", "aria-current": i === last ? "step" : null, onclick: () => cut(i + 1),
    }, tell(move)))));
    show(moves, last >= 0);
    replace(state, told.result ? `${outcomeText(game, told.result, seats)} ${reasonText(game, told.result, seats)}` : t("what_if.choose"));
    if (!quiet && last >= 0) say(tell(told.moves[last]));
    act.draw(told, quiet);
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

  return { element, button, play, ask, end, redraw, get active() { return told !== null; } };
}
