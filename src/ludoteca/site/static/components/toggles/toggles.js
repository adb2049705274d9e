/** Switches that a game's page adds to the table, such as letters instead of numbers. */
import { h } from "../../lib/dom.js";
import { choose, setting } from "../../lib/settings.js";
import { t } from "../../lib/texts.js";

/** @param {import("../../lib/types.js").GamePage} page */
export function mountToggles(page) {
  return h("div.toggles", {}, (page.toggles ?? []).map((toggle) => h("label.field", {}, t(toggle.text), drawList(toggle))));
}

/** @param {{setting: string, choices: [string, string][]}} toggle */
function drawList(toggle) {
  const list = h("select", { onchange: () => choose(toggle.setting, list.value) },
    toggle.choices.map(([value, text]) => h("option", { value, selected: setting(toggle.setting) === value }, t(text))));
  return list;
}
