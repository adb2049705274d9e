/** Keys of the page, and the dialog that lists them. */
import { h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";

const LISTED = [["← →", "step"], ["↑ ↓", "ends"], ["f", "flip"], ["h", "hint"], ["u", "undo"], ["?", "help"], ["Enter", "choose"], ["Esc", "cancel"]];

/** Call `press` with keys that are not typed into something. @param {(key: string) => boolean} press answers whether it used the key */
export function listenToKeys(press) {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    if (target instanceof Element && target.closest("input, select, textarea, [popover], summary")) return;
    if (press(event.key)) event.preventDefault();
  });
}

export function openKeys() {
  const dialog = h("dialog.keys", { "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("div.sheet", {},
      h("header", {}, h("h2", { id: "keys-title" }, t("keys")),
        h("button.plain.icon", { type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      h("table.keys-table", {}, h("tbody", {}, LISTED.map(([key, name]) =>
        h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, t(`keys.${name}`)))))),
      h("p", {}, t("keys.board"))));
  document.body.append(dialog);
  dialog.showModal();
}
