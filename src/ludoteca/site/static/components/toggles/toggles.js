/** Switches that a game's page adds to the table, such as letters instead of numbers. */
import { h } from "../../lib/dom.js";
import { choose, onSetting, setting } from "../../lib/settings.js";
import { t } from "../../lib/texts.js";

/** @typedef {import("../../lib/types.js").Toggle} Toggle */

/** @param {import("../../lib/types.js").GamePage} page */
export function mountToggles(page) {
  return h("div.toggles", {}, (page.toggles ?? []).map((toggle) => h("label.field", {}, t(toggle.text), drawList(toggle))));
}

/** Call `listener` whenever one of the switches is changed. @param {import("../../lib/types.js").GamePage} page @param {() => void} listener */
export function onToggle(page, listener) {
  for (const toggle of page.toggles ?? []) onSetting(toggle.setting, listener);
}

/** The first choice is the usual one. @param {Toggle} toggle */
function drawList(toggle) {
  const chosen = setting(toggle.setting) || toggle.choices[0][0];
  const list = h("select", { onchange: () => choose(toggle.setting, list.value) },
    toggle.choices.map(([value, text]) => h("option", { value, selected: value === chosen }, t(text))));
  return list;
}
