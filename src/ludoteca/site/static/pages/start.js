/** The start page: every game as a picture, and the games one is in the middle of. */
import { openPage } from "../app/frame.js";
import { mountGameCard } from "../components/game-card/game-card.js";
import { drawMyGame } from "../components/my-game/my-game.js";
import { get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { listGames, loadPage } from "../lib/games.js";
import { say } from "../lib/speech.js";
import { t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").GameCard} GameCard */

openPage("games", async (main) => {
  const resume = h("section.resume", { hidden: true });
  const list = h("div.game-cards");
  replace(main, h("div.hero", {}, h("h1", {}, t("start.title")), h("p", {}, t("start.subtitle"))), resume,
    h("h2.visually-hidden", {}, t("nav.games")), list);

  const games = await listGames();
  const cards = await Promise.all(games.map(async (game) => mountGameCard(game, await loadPage(game), open)));
  games.forEach((game, i) => cards[i].update({ ready: game.ready, done: 0, total: 1 }));
  replace(list, cards.map(({ card }) => card));
  if (games.some((game) => !game.ready)) watchPreparation(games, cards);
  await showUnfinished(resume, games);
  openByHash(games);
  addEventListener("hashchange", () => openByHash(games)); // a link to a game, followed on this page
});

/** @param {GameCard} game */
async function open(game) {
  const [{ openSetup }, page] = await Promise.all([import("../components/setup/setup.js"), loadPage(game)]);
  openSetup(game, page);
}

/** The game that the address names, as in `/#play-checkers`. @param {GameCard[]} games */
function openByHash(games) {
  const game = games.find((found) => location.hash === `#play-${found.name}` && found.ready);
  if (!game) return;
  document.querySelector("dialog")?.close();
  open(game);
}

/** Games become available one by one while the server compiles them. @param {GameCard[]} games @param {{update: (state: any) => void}[]} cards */
function watchPreparation(games, cards) {
  const waiting = new Set(games.filter((game) => !game.ready));
  const look = async () => {
    const status = await get("/status").catch(() => null);
    for (const game of status ? waiting : []) {
      const state = status.games[game.name];
      cards[games.indexOf(game)].update(state);
      if (!state.ready) continue;
      game.ready = true;
      waiting.delete(game);
      say(t("ready", { game: game.title }));
    }
    if (waiting.size) setTimeout(look, 700);
  };
  look();
}

/** @param {HTMLElement} resume @param {GameCard[]} games */
async function showUnfinished(resume, games) {
  const running = (await get("/mine")).filter((/** @type {any} */ game) => !game.result).slice(0, 3);
  if (!running.length) return;
  resume.hidden = false;
  const items = await Promise.all(running.map((/** @type {any} */ game) => drawMyGame(game, games)));
  replace(resume, h("h2", {}, t("start.resume")), h("ul", {}, items));
}
