/** The games of whoever holds this browser's cookie. */
import { openPage } from "../app/frame.js";
import { intervalText } from "../components/lobby-table/ratings.js";
import { drawFilter, isWanted } from "../components/my-game/filter.js";
import { drawMyGame } from "../components/my-game/my-game.js";
import { toast } from "../components/toast/toast.js";
import { get, post, remove } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { gameTitle, listGames } from "../lib/games.js";
import { say } from "../lib/speech.js";
import { count, explain, number, t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").MyGame} MyGame */
/** @typedef {import("../lib/types.js").GameCard} GameCard */

const wanted = { state: "all", game: "" };

openPage("mine", async (main) => {
  document.title = `${t("nav.mine")} · Ludoteca`;
  await draw(main);
});

/** @param {HTMLElement} main */
async function draw(main) {
  const mine = /** @type {MyGame[]} */ (await get("/mine")); // one after the other: side by side each would bring a newcomer another cookie
  const games = await listGames();
  const ratings = await get("/me/ratings");
  const lists = h("div");
  replace(main, h("h1", { tabindex: -1 }, t("nav.mine")),
    h("p.soft", {}, t("mine.help")), drawRatings(ratings, games, main),
    mine.length > 0 && drawFilter(mine, games, wanted, () => fill(true)), lists,
    !mine.length && h("div.panel", {}, h("p", {}, t("mine.none")), h("a.button.primary", { href: "/" }, t("mine.start"))));
  await fill(false);

  /** @param {boolean} tells */
  async function fill(tells) {
    const shown = mine.filter((game) => isWanted(game, wanted));
    replace(lists, await drawSection("mine.running_games", shown.filter((game) => !game.result), games, main),
      await drawSection("mine.finished", shown.filter((game) => game.result), games, main),
      mine.length > 0 && !shown.length && h("p.soft", {}, t("mine.filter.none")));
    if (tells) say(count("mine.shown", shown.length));
  }
}

/** @param {string} title @param {MyGame[]} list @param {GameCard[]} games @param {HTMLElement} main */
async function drawSection(title, list, games, main) {
  if (!list.length) return null;
  const items = await Promise.all(list.map((game) => drawMyGame(game, games, ways(main))));
  return h("section", {}, h("h2", {}, t(title)), h("ul.my-games", {}, items));
}

/** What can be done with a game of the list. @param {HTMLElement} main */
function ways(main) {
  return {
    abort: ending(main, (mine) => post(`/tables/${mine.table}/abort`), "mine.aborted"),
    remove: ending(main, (mine) => remove(`/tables/${mine.table}`), "mine.removed"),
  };
}

/** @param {HTMLElement} main @param {(mine: MyGame) => Promise<any>} what @param {string} done */
function ending(main, what, done) {
  return async (/** @type {MyGame} */ mine) => {
    try {
      await what(mine);
      toast(t(done));
    } catch (error) {
      toast(explain(/** @type {any} */ (error), mine.game), "bad");
    }
    await draw(main);
    main.querySelector("h1")?.focus();
  };
}

/** @param {import("../lib/wire.js").Rating[]} ratings @param {GameCard[]} games @param {HTMLElement} main */
function drawRatings(ratings, games, main) {
  if (!ratings.length) return null;
  const forget = async () => {
    await remove("/me/ratings").catch((error) => toast(explain(error), "bad"));
    await draw(main);
  };
  return h("section", { "aria-label": t("ratings.mine") }, h("h2", {}, t("ratings.mine")),
    h("ul.my-ratings", {}, ratings.map((rating) => {
      const game = games.find((found) => found.name === rating.game);
      return h("li", {}, h("strong", {}, `${game ? gameTitle(game) : rating.game}: ${number(rating.rating)}`), ` (${intervalText(rating)}) · ${count("ratings.played", rating.games)}`);
    }), h("li", {}, h("button", { type: "button", onclick: forget }, t("ratings.forget")))));
}
