/** The games of whoever holds this browser's cookie. */
import { openPage } from "../app/frame.js";
import { drawMyGame } from "../components/my-game/my-game.js";
import { get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { t } from "../lib/texts.js";

openPage("mine", async (main) => {
  document.title = `${t("nav.mine")} · Ludoteca`;
  const mine = await get("/mine"); // one after the other: side by side each would bring a newcomer another cookie
  const games = await listGames();
  /** @param {string} title @param {import("../lib/types.js").MyGame[]} list */
  const section = async (title, list) =>
    list.length > 0 && h("section", {}, h("h2", {}, t(title)), h("ul.my-games", {}, await Promise.all(list.map((game) => drawMyGame(game, games)))));
  const running = mine.filter((/** @type {any} */ game) => !game.result);
  const over = mine.filter((/** @type {any} */ game) => game.result);
  replace(main, h("h1", {}, t("nav.mine")),
    h("p.soft", {}, t("mine.help")),
    await section("mine.running_games", running), await section("mine.finished", over),
    !mine.length && h("div.panel", {}, h("p", {}, t("mine.none")), h("a.button.primary", { href: "/" }, t("mine.start"))));
});
