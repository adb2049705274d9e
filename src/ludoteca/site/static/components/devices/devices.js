/** The same person on another device: a code shown here is typed there. */
import { get, post, Refused } from "../../lib/api.js";
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { explain, t } from "../../lib/texts.js";

useStyle(new URL("devices.css", import.meta.url).href);

export function openDevices() {
  const code = h("output.devices-code", { "aria-live": "polite" });
  const help = h("p.help", { hidden: true }, t("devices.use"));
  const input = h("input", { type: "text", name: "code", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const error = h("p.error", { role: "alert" });
  const replacing = h("input", { type: "checkbox" });
  const sure = h("label.topbar-option", { hidden: true }, replacing, t("devices.replace"));

  async function make() {
    try {
      code.textContent = (await post("/me/code")).code;
      show(help, true);
    } catch (refusal) {
      replace(error, explain(/** @type {any} */ (refusal)));
    }
  }

  /** @param {Event} event */
  async function move(event) {
    event.preventDefault();
    replace(error);
    try {
      await get("/me"); // for the cookie
      await post("/me/move", { code: input.value, replace: replacing.checked });
      location.assign("/mine");
    } catch (refusal) {
      show(sure, refusal instanceof Refused && refusal.code === "has_games");
      replace(error, explain(/** @type {any} */ (refusal)));
    }
  }

  const dialog = h("dialog", { "aria-labelledby": "devices-title", onclose: () => dialog.remove() },
    h("div.sheet.devices", {},
      h("header", {}, h("h2", { id: "devices-title" }, t("devices")),
        h("button.plain.icon", { type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      h("p", {}, t("devices.help")),
      h("section.panel", {}, h("h3", {}, t("devices.from")), h("button", { type: "button", onclick: make }, t("devices.make")), code, help),
      h("form.panel", { onsubmit: move }, h("h3", {}, t("devices.to")), h("label.field", {}, t("devices.code"), input), sure, error,
        h("button.primary", { type: "submit" }, t("devices.move")))));
  document.body.append(dialog);
  dialog.showModal();
}
