/** Texts that people copy. */
import { h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

/** A text with a button that copies it. @param {string} label @param {string} text */
export function drawField(label, text) {
  const input = h("input", { type: "text", readonly: true, value: text, onfocus: () => input.select() });
  return h("div.share-link", {}, h("label.field", {}, label, input),
    h("button.icon", { type: "button", "aria-label": t("share.copy", { what: label }), onclick: () => copy(text) }, icon("copy")));
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(t("copied.not"), "bad");
  }
}
