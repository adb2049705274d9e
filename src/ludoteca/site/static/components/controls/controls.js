/** What a player can do besides moving. Resigning wants a second press. */
import { h, replace, set, show, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { t, tOr } from "../../lib/texts.js";

useStyle(new URL("controls.css", import.meta.url).href);

/** @typedef {"hint" | "undo" | "flip" | "draw" | "resign" | "keys"} Control */

/** @param {string} game @param {(what: Control) => void} act @param {string[]} [hidden] those that the board offers itself */
export function mountControls(game, act, hidden = []) {
  /** @param {Control} name @param {string} picture */
  const button = (name, picture) => h("button", { type: "button", "data-control": name, onclick: () => act(name) }, icon(picture), h("span", {}, tOr(`${game}.control.${name}`, t(`control.${name}`))));
  const buttons = {
    hint: button("hint", "hint"),
    undo: button("undo", "undo"),
    flip: button("flip", "flip"),
    draw: button("draw", "hands"),
    resign: h("button.danger", { type: "button", onclick: resign }),
    keys: button("keys", "help"),
  };
  const element = h("div.controls", { role: "group", "aria-label": t("controls") }, Object.entries(buttons).filter(([name]) => !hidden.includes(name)).map(([, made]) => made));
  let sure = false;

  function resign() {
    if (sure) act("resign");
    ask(!sure);
    setTimeout(() => ask(false), 4000);
  }

  /** @param {boolean} asking */
  function ask(asking) {
    sure = asking;
    replace(buttons.resign, icon("flag"), h("span", {}, t(asking ? "control.resign.sure" : "control.resign")));
  }

  /** @param {Record<"hint" | "undo" | "draw" | "resign", boolean>} shown @param {Record<"hint" | "undo", boolean>} enabled */
  function update(shown, enabled) {
    for (const name of /** @type {const} */ (["hint", "undo", "draw", "resign"])) show(buttons[name], shown[name]);
    set(buttons.hint, "disabled", !enabled.hint);
    set(buttons.undo, "disabled", !enabled.undo);
  }

  ask(false);
  return { element, update };
}
