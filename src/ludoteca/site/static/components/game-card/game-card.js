/** A game on the start page: its picture, what it is, and the way in. */
import { post } from "../../lib/api.js";
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
  const adviser = page.adviser && h("a.button", { href: `/adviser/${game.name}` }, t("adviser"), h("span.visually-hidden", {}, ` (${gameTitle(game)})`));
  const card = h("article.game-card", {},
    h("div.game-card-picture", { onclick: () => (play.isConnected ? open(game) : want()) }, page.picture()),
    h("div.game-card-body", {}, h("h2", {}, gameTitle(game)), h("p", {}, gameSummary(game)), h("p.soft", {}, describe(game)), way));

  const first = h("button", { type: "button", onclick: want }, t("preparing.first"),
    h("span.visually-hidden", {}, ` (${gameTitle(game)})`));
  const label = h("span");
  const bar = h("progress");
  const progress = h("div.game-card-progress", {}, label, bar);

  /** Ask the server to prepare this game before the others. */
  function want() {
    first.disabled = true;
    post(`/games/${game.name}/want`).catch(() => { first.disabled = false; });
  }

  /** @param {import("../../lib/types.js").Preparation} state */
  function update({ ready, done, total, seconds_left: seconds = 0 }) {
    if (ready) return replace(way, play, rules, adviser);
    const text = t("preparing", { done: number(done), total: number(total) });
    replace(label, seconds ? `${text} · ${t("preparing.seconds", { seconds: number(seconds) })}` : text);
    bar.max = Math.max(1, total);
    bar.value = done;
    bar.setAttribute("aria-label", `${gameTitle(game)}: ${text}`);
    if (!progress.isConnected) replace(way, progress, first, rules);
  }

  return { card, update };
}

/** "2 players · 6 levels". @param {import("../../lib/types.js").GameCard} game */
function describe(game) {
  const [low, high] = game.seats;
  const players = low === high ? t("players", { n: low }) : t("players.range", { low, high });
  return game.levels.length ? `${players} · ${t("levels", { n: game.levels.length })}` : players;
}
