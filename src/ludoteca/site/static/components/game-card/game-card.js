/** A game on the start page: its picture, what it is, and the way in. */
import { h, replace } from "../../lib/dom.js";
import { gameSummary, gameTitle } from "../../lib/games.js";
import { number, t } from "../../lib/texts.js";

/**
 * @param {import("../../lib/types.js").GameCard} game @param {import("../../lib/types.js").GamePage} page
 * @param {(game: import("../../lib/types.js").GameCard) => void} open
 */
export function mountGameCard(game, page, open) {
  const way = h("div.game-card-way");
  const play = h("button.primary", { type: "button", onclick: () => open(game) }, t("play"),
    h("span.visually-hidden", {}, ` ${gameTitle(game)}`));
  const rules = h("a.button", { href: `/help/${game.name}` }, t("rules"), h("span.visually-hidden", {}, ` (${gameTitle(game)})`));
  const card = h("article.game-card", {},
    h("div.game-card-picture", { onclick: () => play.isConnected && open(game) }, page.picture()),
    h("div.game-card-body", {}, h("h2", {}, gameTitle(game)), h("p", {}, gameSummary(game)), h("p.soft", {}, describe(game)), way));

  /** @param {{ready: boolean, done: number, total: number}} state */
  function update({ ready, done, total }) {
    if (ready) return replace(way, play, rules);
    const label = t("preparing", { done: number(done), total: number(total) });
    replace(way, h("div.game-card-progress", {},
      h("span", {}, label), h("progress", { max: Math.max(1, total), value: done, "aria-label": `${gameTitle(game)}: ${label}` })), rules);
  }

  return { card, update };
}

/** "2 players · 6 levels". @param {import("../../lib/types.js").GameCard} game */
function describe(game) {
  const [low, high] = game.seats;
  const players = low === high ? t("players", { n: low }) : t("players.range", { low, high });
  return game.levels.length ? `${players} · ${t("levels", { n: game.levels.length })}` : players;
}
