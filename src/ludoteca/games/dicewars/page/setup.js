/** The map of a new game: a preview, another one, the one of the day, the last one again, three sizes. */
import { h, replace, s, useStyle } from "ludoteca/lib/dom.js";
import { choose, setting } from "ludoteca/lib/settings.js";
import { language, t } from "ludoteca/lib/texts.js";
import { drawMap, newPrefix } from "./drawing.js";
import { chartOf } from "./geometry.js";
import { loadMap } from "./maps.js";
import { dailySeed } from "./model.js";

useStyle(new URL("panels.css", import.meta.url).href);

/** Areas of a map; 0 is the whole of it. @type {Record<string, number>} */
const SIZES = { small: 14, medium: 22, large: 0 };
const LARGEST = 2 ** 32 - 1;

/** @param {HTMLElement} host @param {Record<string, any>} options what the table is asked for @returns {{update: () => void}} */
export function mountSetup(host, options) {
  const preview = h("div.dice-preview", { role: "img", "aria-label": t("dicewars.setup.preview") });
  const told = h("p.soft", { "aria-live": "polite" });
  const number = h("input", { type: "number", min: 1, max: LARGEST, onchange: () => take(Number(number.value)) });
  const last = Number(setting("dicewars.map"));
  const size = h("select", { onchange: () => resize(size.value) }, Object.keys(SIZES).map((name) => h("option", { value: name, selected: name === "large" }, t(`dicewars.size.${name}`))));
  replace(host, h("fieldset", {}, h("legend", {}, t("dicewars.setup.map")), h("div.dice-setup", {}, preview, h("div.dice-setup-side", {},
    h("div.row", {},
      h("button", { type: "button", onclick: () => take(draw()) }, t("dicewars.setup.another")),
      h("button", { type: "button", onclick: () => take(dailySeed(new Date())) }, t("dicewars.setup.daily")),
      last > 0 && h("button", { type: "button", onclick: () => take(last) }, t("dicewars.setup.again"))),
    h("label.field", {}, t("dicewars.setup.size"), size),
    h("label.field", {}, t("dicewars.setup.number"), number), told))));
  const draw = () => 1 + Math.floor(Math.random() * 999_999);

  /** @param {number} seed */
  function take(seed) {
    options.map_seed = Math.min(LARGEST, Math.max(1, Math.floor(seed) || 1));
    choose("dicewars.map", String(options.map_seed));
    update();
  }

  /** @param {string} name */
  function resize(name) {
    if (SIZES[name]) options.size = SIZES[name];
    else delete options.size;
    update();
  }

  async function update() {
    const asked = options.map_seed;
    number.value = String(asked);
    const today = new Date();
    const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(today);
    told.textContent = asked === dailySeed(today) ? t("dicewars.setup.daily.told", { date }) : t("dicewars.setup.told");
    preview.toggleAttribute("data-waiting", true);
    const map = await loadMap({ map_seed: asked, variant: options.variant, ...(options.size ? { size: options.size } : {}) }).catch(() => null);
    if (!map || options.map_seed !== asked) return;
    preview.toggleAttribute("data-waiting", false);
    show(map);
  }

  /** @param {import("./geometry.js").DiceMap} map */
  function show(map) {
    const chart = chartOf(map);
    const { x, y, width, height } = chart.box;
    replace(preview, s("svg.dice-svg", { viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" },
      s("rect.dice-sea", { x, y, width, height }), drawMap(chart, newPrefix()).layers.slice(0, 2)));
  }

  take(draw());
  return { update };
}
