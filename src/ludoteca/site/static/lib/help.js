/** The rules of a game from its texts: `help.1.title`, `help.1.text.1`, `help.1.text.2`, `help.2.title` and so on. */
import { has, t } from "./texts.js";

/** @typedef {import("./types.js").HelpSection} HelpSection */

/** @param {string} game @param {(HelpSection["scene"])[]} [pictures] one a section @returns {HelpSection[]} */
export function helpTexts(game, pictures = []) {
  return numbered((n) => `${game}.help.${n}.title`).map((title, i) => ({
    title,
    text: numbered((n) => `${game}.help.${i + 1}.text.${n}`),
    scene: pictures[i],
  }));
}

/** Texts whose keys count from 1. @param {(n: number) => string} keyOf */
function numbered(keyOf) {
  const found = [];
  for (let n = 1; has(keyOf(n)); n++) found.push(t(keyOf(n)));
  return found;
}
