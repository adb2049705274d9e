/** Which of a person's games are shown. */
import { h } from "../../lib/dom.js";
import { gameTitle } from "../../lib/games.js";
import { t } from "../../lib/texts.js";

/** @typedef {import("../../lib/types.js").MyGame} MyGame */
/** @typedef {{state: string, game: string}} Wanted */

const STATES = ["all", "turn", "running", "people", "over"];

/** @param {MyGame} mine @param {Wanted} wanted */
export function isWanted(mine, { state, game }) {
  if (game && mine.game !== game) return false;
  if (state === "turn") return !mine.result && mine.your_turn;
  if (state === "running") return !mine.result;
  if (state === "people") return mine.seats.some((seat) => seat.kind === "person" && !seat.you);
  return state !== "over" || mine.result !== null;
}

/** @param {MyGame[]} list @param {import("../../lib/types.js").GameCard[]} games @param {Wanted} wanted @param {() => void} changed */
export function drawFilter(list, games, wanted, changed) {
  const played = games.filter((game) => list.some((mine) => mine.game === game.name));
  const state = h("select", { onchange: () => { wanted.state = state.value; changed(); } }, STATES.map((name) => h("option", { value: name, selected: name === wanted.state }, t(`mine.filter.${name}`))));
  const game = h("select", { onchange: () => { wanted.game = game.value; changed(); } },
    h("option", { value: "" }, t("mine.filter.games")), played.map((found) => h("option", { value: found.name, selected: found.name === wanted.game }, gameTitle(found))));
  return h("form.my-games-filter", { "aria-label": t("mine.filter") },
    h("label.field", {}, t("mine.filter"), state), h("label.field", {}, t("mine.filter.game"), game));
}
