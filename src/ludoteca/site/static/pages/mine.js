/** The games of whoever holds this browser's cookie. */
import { openPage } from "../app/frame.js";
import { drawMyGame } from "../components/my-game/my-game.js";
import { toast } from "../components/toast/toast.js";
import { get, post, remove } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { explain, t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").MyGame} MyGame */

openPage("mine", async (main) => {
  document.title = `${t("nav.mine")} · Ludoteca`;
  await draw(main);
});

/** @param {HTMLElement} main */
async function draw(main) {
  /** @param {(mine: MyGame) => Promise<any>} what @param {string} done */
  const ending = (what, done) => async (/** @type {MyGame} */ mine) => {
    try {
      await what(mine);
      toast(t(done));
    } catch (error) {
      toast(explain(/** @type {any} */ (error), mine.game), "bad");
    }
    await draw(main);
    main.querySelector("h1")?.focus();
  };
  const act = {
    abort: ending((mine) => post(`/tables/${mine.table}/abort`), "mine.aborted"),
    remove: ending((mine) => remove(`/tables/${mine.table}`), "mine.removed"),
  };
  const mine = await get("/mine"); // one after the other: side by side each would bring a newcomer another cookie
  const games = await listGames();
  /** @param {string} title @param {import("../lib/types.js").MyGame[]} list */
  const section = async (title, list) =>
    list.length > 0 && h("section", {}, h("h2", {}, t(title)), h("ul.my-games", {}, await Promise.all(list.map((game) => drawMyGame(game, games, act)))));
  const running = mine.filter((/** @type {any} */ game) => !game.result);
  const over = mine.filter((/** @type {any} */ game) => game.result);
  replace(main, h("h1", { tabindex: -1 }, t("nav.mine")),
    h("p.soft", {}, t("mine.help")),
    await section("mine.running_games", running), await section("mine.finished", over),
    !mine.length && h("div.panel", {}, h("p", {}, t("mine.none")), h("a.button.primary", { href: "/" }, t("mine.start"))));
}
