/** A move as text: for who would rather type, or cannot use a board. */
import { h, set } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";

/** @param {(text: string) => void} play */
export function mountTyped(play) {
  const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": t("typed"), placeholder: t("typed") });
  const button = h("button", { type: "submit" }, t("typed.play"));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) play(input.value.trim());
    input.value = "";
  };
  const element = h("form.typed", { onsubmit: submit }, input, button);
  return { element, update: (/** @type {boolean} */ yours) => set(button, "disabled", !yours) };
}
