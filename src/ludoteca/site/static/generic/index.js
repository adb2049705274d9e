/** The page of any game that has no folder of its own: its text, and a button for each legal action. */
import { h, replace, s } from "../lib/dom.js";
import { t } from "../lib/texts.js";

function picture() {
  const dots = [[22, 18], [58, 18], [40, 30], [22, 42], [58, 42]];
  return s("svg.generic-picture", { viewBox: "0 0 80 60", "aria-hidden": "true" },
    s("rect", { width: 80, height: 60 }), s("rect.generic-die", { x: 10, y: 6, width: 60, height: 48, rx: 9 }),
    dots.map(([cx, cy]) => s("circle", { cx, cy, r: 4.5 })));
}

/** @param {HTMLElement} host @param {import("../lib/types.js").Actions} actions @returns {import("../lib/types.js").Board} */
function mountBoard(host, actions) {
  const text = h("pre.generic-text", { tabindex: 0, "aria-label": t("generic.position") });
  const buttons = h("div.generic-actions", { role: "group", tabindex: -1, "aria-label": t("generic.actions") });
  host.classList.add("generic-board");
  host.append(text, buttons);
  return {
    update(scene) {
      text.textContent = scene.position.text ?? JSON.stringify(scene.position, null, 1);
      const focused = buttons.contains(document.activeElement) || buttons === document.activeElement;
      const moves = scene.playable ? scene.legal : [];
      replace(buttons, moves.map((move) => {
        const marked = scene.hint && move.action === scene.hint.action;
        return h("button", { type: "button", "data-hint": Boolean(marked), onclick: () => actions.play(move.action) }, move.name);
      }));
      if (focused) keepFocus(buttons);
    },
  };
}

/** Who plays by keyboard goes on from the first action, or waits where the actions will be. @param {HTMLElement} buttons */
function keepFocus(buttons) {
  const first = buttons.querySelector("button");
  (first ?? buttons).focus();
}

/** @type {import("../lib/types.js").GamePage} */
export default {
  picture,
  style: new URL("board.css", import.meta.url).href,
  board: async () => ({ mountBoard }),
};
