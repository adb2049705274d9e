/** The bar on top: where one is, where one can go, and what one prefers. */
import { askToNotify } from "../../app/notices.js";
import { get, put } from "../../lib/api.js";
import { h, s } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { choose, setting } from "../../lib/settings.js";
import { explain, language, LANGUAGES, number, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

const PACES = ["0", "0.5", "1", "2", "3"]; // seconds

/** @param {string} current */
export function mountTopbar(current) {
  showEvaluation();
  const link = (/** @type {string} */ name, /** @type {string} */ href) =>
    h("a", { href, "aria-current": name === current && "page" }, t(`nav.${name}`));
  return h("header.topbar", {},
    h("a.topbar-home", { href: "/", "aria-label": t("nav.home") }, drawMark(), h("span", {}, "Ludoteca")),
    h("nav", { "aria-label": t("nav") }, link("games", "/"), link("lobby", "/lobby"), link("mine", "/mine")),
    h("div.topbar-tools", {}, drawLanguages(), settingsButton()));
}

function drawMark() {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("rect.topbar-tile", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    s("circle.topbar-pawn", { cx: 12, cy: 8, r: 3.2 }),
    s("path.topbar-pawn", { d: "M6.5 19.5c0-4 2.2-7 5.5-7s5.5 3 5.5 7z" }));
}

function drawLanguages() {
  return h("div.topbar-languages", { role: "group", "aria-label": t("language") }, Object.entries(LANGUAGES).map(([code, { name }]) =>
    h("button.plain", {
      type: "button", lang: code, "aria-pressed": String(code === language), "aria-label": name,
      onclick: () => { choose("language", code); location.reload(); },
    }, code.toUpperCase())));
}

function settingsButton() {
  const { form, ask } = drawNickname();
  const panel = h("div.topbar-settings", { id: "settings", popover: "auto", role: "dialog", "aria-label": t("settings"), ontoggle: ask },
    form, drawThemes(), drawSwitch("sound", t("sound"), "off"), drawNotify(), drawSwitch("evaluation", t("evaluation"), "off"), drawPace(),
    h("button", { type: "button", onclick: openOther }, t("devices")));
  return h("div", {},
    h("button.plain.icon", { type: "button", popovertarget: "settings", "aria-label": t("settings") }, icon("settings")), panel);
}

function drawNickname() {
  const input = h("input", { type: "text", name: "nickname", maxlength: 24, autocomplete: "nickname" });
  const ask = () => get("/me").then((me) => (input.value = me.nickname)).catch(() => undefined);
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      input.value = (await put("/me", { nickname: input.value })).nickname;
      toast(t("nickname.saved"));
    } catch (error) {
      toast(explain(/** @type {any} */ (error)), "bad");
    }
  };
  const form = h("form", { onsubmit: save },
    h("label.field", {}, t("nickname"), input), h("button", { type: "submit" }, t("nickname.save")));
  return { form, ask };
}

function drawThemes() {
  return h("fieldset", {}, h("legend", {}, t("theme")), ["auto", "light", "dark", "contrast"].map((name) =>
    h("label.topbar-option", {},
      h("input", { type: "radio", name: "theme", value: name, checked: setting("theme") === name, onchange: () => useTheme(name) }),
      t(`theme.${name}`))));
}

/** @param {string} name */
function useTheme(name) {
  choose("theme", name);
  const contrast = name === "auto" && matchMedia("(prefers-contrast: more)").matches;
  document.documentElement.dataset.theme = contrast ? "contrast" : name;
}

/** @param {string} name @param {string} label @param {string} usual */
function drawSwitch(name, label, usual) {
  const change = (/** @type {Event} */ event) => {
    choose(name, /** @type {HTMLInputElement} */ (event.target).checked ? "on" : "off");
    showEvaluation();
  };
  return h("label.topbar-option", {},
    h("input", { type: "checkbox", checked: (setting(name) || usual) === "on", onchange: change }), label);
}

/** Whether the browser shows a notice when it is one's turn: it is asked first. */
function drawNotify() {
  const input = h("input", { type: "checkbox", checked: setting("notify") === "on", disabled: !("Notification" in window), onchange: async () => {
    if (input.checked && !(await askToNotify())) {
      input.checked = false;
      toast(t("notify.refused"), "bad");
    }
    choose("notify", input.checked ? "on" : "off");
  } });
  return h("label.topbar-option", {}, input, t("notify"));
}

/** How long each move of a computer is shown. */
function drawPace() {
  const list = h("select", { onchange: () => choose("pace", list.value) },
    PACES.map((seconds) => h("option", { value: seconds, selected: setting("pace") === seconds }, seconds === "0" ? t("pace.none") : t("seconds", { n: number(Number(seconds)) }))));
  return h("label.field", {}, t("pace"), list);
}

async function openOther() {
  const { openDevices } = await import("../devices/devices.js");
  document.getElementById("settings")?.hidePopover();
  openDevices();
}

/** Whether bars say who stands better: styles look at the root. */
function showEvaluation() {
  document.documentElement.dataset.evaluation = setting("evaluation") || "off";
}
