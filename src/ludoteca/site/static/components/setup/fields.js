/** Fields of the set-up dialog. */
import { h } from "../../lib/dom.js";
import { otherOptions } from "../../lib/options.js";
import { sentence, tOr } from "../../lib/texts.js";

/**
 * A radio button as a tile with a line of help.
 * @param {string} group @param {string} value @param {boolean} checked @param {string} label @param {string} help @param {() => void} change
 */
export function choice(group, value, checked, label, help, change) {
  return h("label.choice", {},
    h("input", { type: "radio", name: group, value, checked, onchange: change }),
    h("span", {}, label, help && h("small", {}, help)));
}

/**
 * What an option is at first: people of one language may play by other rules than the rest (`default.<option>`).
 * @param {{name: string}} game @param {import("../../lib/types.js").Option} option
 */
export function usualValue(game, option) {
  const wanted = tOr(`${game.name}.default.${option.name}`, "");
  return option.choices.includes(wanted) ? wanted : option.default;
}

/** Every option as it is at first. @param {import("../../lib/types.js").GameCard} game @returns {Record<string, any>} */
export const usualOptions = (game) => Object.fromEntries(game.options.map((option) => [option.name, usualValue(game, option)]));

/**
 * The options of a game: the first, and the others further down. How many play is asked elsewhere, and so is what the
 * page asks for itself.
 * @param {import("../../lib/types.js").GameCard} game @param {Record<string, any>} values @param {boolean} first @param {() => void} changed
 * @param {string[]} [asked] those that the page asks for itself
 */
export function optionFields(game, values, first, changed, asked = []) {
  const left = otherOptions(game).filter((option) => !asked.includes(option.name));
  const options = first ? left.slice(0, 1) : left.slice(1);
  return options.map((option) => {
    const label = tOr(`${game.name}.option.${option.name}`, sentence(option.name));
    const help = tOr(`${game.name}.option.${option.name}.help`, option.help);
    if (option.choices.length && first) return drawChoices(game.name, option, label, values, changed);
    return h("label.field", {}, label, option.choices.length ? drawList(game.name, option, values, changed) : drawNumber(option, values), h("small", {}, help));
  });
}

/** @param {string} game @param {import("../../lib/types.js").Option} option @param {string} label @param {Record<string, any>} values @param {() => void} changed */
function drawChoices(game, option, label, values, changed) {
  return h("fieldset", {}, h("legend", {}, label), h("div.setup-levels", {}, option.choices.map((name) =>
    choice(option.name, name, name === usualValue({ name: game }, option), tOr(`${game}.choice.${option.name}.${name}`, sentence(name)),
      tOr(`${game}.choice.${option.name}.${name}.help`, ""), () => { values[option.name] = name; changed(); }))));
}

/** @param {string} game @param {import("../../lib/types.js").Option} option @param {Record<string, any>} values @param {() => void} changed */
function drawList(game, option, values, changed) {
  const list = h("select", { onchange: () => { values[option.name] = list.value; changed(); } }, option.choices.map((name) =>
    h("option", { value: name, selected: name === usualValue({ name: game }, option) }, tOr(`${game}.choice.${option.name}.${name}`, sentence(name)))));
  return list;
}

/** @param {import("../../lib/types.js").Option} option @param {Record<string, any>} values */
function drawNumber(option, values) {
  const input = h("input", {
    type: "number", min: option.low, max: option.high, value: option.default, required: true,
    onchange: () => (values[option.name] = Number(input.value)),
  });
  return input;
}

