/** Before the first move: what is played, which seat is one's own; or the game that was followed last. */
import { post } from "../../lib/api.js";
import { h, replace } from "../../lib/dom.js";
import { gameTitle } from "../../lib/games.js";
import { setting } from "../../lib/settings.js";
import { explain, seatName, t } from "../../lib/texts.js";
import { choice, optionFields, usualValue } from "../setup/fields.js";
import { readLink, saidOptions } from "./model.js";

/** @typedef {import("./model.js").Held} Held */

/**
 * @param {HTMLElement} main @param {import("../../lib/types.js").GameCard} game @param {import("../../lib/types.js").GamePage} page
 * @param {Record<string, any>} usual @param {(held: Held) => void} begin
 */
export function mountBeginning(main, game, page, usual, begin) {
  const elsewhere = { ...game, options: game.options.map((option) => ({ ...option, default: usual[option.name] ?? option.default })) };
  /** @type {Record<string, any>} */
  const options = Object.fromEntries(elsewhere.options.map((option) => [option.name, usualValue(game, option)]));
  let seat = 0;
  /** @type {string[]} */
  let names = [];
  const special = h("div.setup-own", { hidden: !page.setup });
  const sides = h("div.choices");
  const error = h("p.error", { role: "alert" });
  const kept = readLink(setting(`adviser.${game.name}`));
  const form = h("form.adviser-beginning", { onsubmit: submit },
    special,
    h("fieldset", {}, h("legend", {}, t("adviser.yours")), sides),
    h("details", {}, h("summary", {}, t("setup.more")), h("div.setup-more", {},
      [true, false].flatMap((first) => optionFields(elsewhere, options, first, () => part?.update?.(), page.setupOptions)))),
    error, h("div.row", {}, h("button.primary", { type: "submit" }, t("adviser.begin"))));
  replace(main, h("h1", {}, t("adviser.title", { game: gameTitle(game) })), h("p.adviser-lead", {}, t("adviser.lead")),
    kept && h("p", {}, h("button", { type: "button", onclick: () => begin(kept) }, t("adviser.resume"))), form);
  /** @type {{update?: () => void} | undefined} */
  let part;

  function drawSides() {
    const count = names.length || game.seats[0];
    replace(sides, Array.from({ length: count }, (_, i) =>
      choice("side", String(i), i === seat, names[i] ?? seatName(game.name, i, game.seat_names[i]), "", () => { seat = i; })));
  }

  /** @param {string[]} named @param {number} [own] */
  function nameSides(named, own) {
    names = named;
    seat = own ?? seat;
    drawSides();
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    replace(error);
    const held = { options: saidOptions(game.options, options), seat, actions: [] };
    try {
      await post(`/games/${game.name}/follow`, { options: held.options, actions: [] });
      begin(held);
    } catch (refusal) {
      replace(error, explain(/** @type {any} */ (refusal), game.name));
    }
  }

  drawSides();
  page.setup?.().then(({ mountSetup }) => (part = mountSetup(special, options, nameSides)));
}
