/** Who plays a game well: ratings with their intervals. */
import { get } from "../../lib/api.js";
import { h, replace } from "../../lib/dom.js";
import { gameTitle } from "../../lib/games.js";
import { number, t } from "../../lib/texts.js";

/** @typedef {import("../../lib/wire.js").Rating} Rating */

/** @param {HTMLElement} where @param {import("../../lib/types.js").GameCard} game */
export async function drawRatings(where, game) {
  /** @type {Rating[]} */
  const rows = await get(`/games/${game.name}/ratings`).catch(() => []);
  if (!rows.length) return replace(where, h("p.soft", {}, t("ratings.none", { game: gameTitle(game) })));
  replace(where, h("table.ratings-table", {}, h("caption.visually-hidden", {}, `${t("ratings")}: ${gameTitle(game)}`),
    h("thead", {}, h("tr", {}, ["ratings.name", "ratings.rating", "ratings.interval", "ratings.games"].map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, rows.map((row) => h("tr", { "data-you": row.you },
      h("th", { scope: "row" }, row.name === "Guest" ? t("guest") : row.name), h("td", {}, number(row.rating)),
      h("td", {}, intervalText(row)), h("td", {}, number(row.games)))))), h("p.soft", {}, t("ratings.help")));
}

/** "1,210 to 1,854". @param {Rating} rating */
export const intervalText = (rating) => t("ratings.range", { low: number(rating.low), high: number(rating.high) });
