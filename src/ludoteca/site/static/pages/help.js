/** The rules of a game, with pictures drawn by the game's own board. */
import { openPage } from "../app/frame.js";
import { drawNotice } from "../components/notice/notice.js";
import { h, replace } from "../lib/dom.js";
import { findGame, gameSummary, gameTitle, loadBoard } from "../lib/games.js";
import { language, playerName, t, tOr } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").HelpSection} HelpSection */

openPage("help", async (main) => {
  const game = await findGame(location.pathname.split("/")[2]);
  const { page, mountBoard } = await loadBoard(game);
  document.title = `${t("rules")}: ${gameTitle(game)} · Ludoteca`;
  const sections = page.help ? (await page.help()).helpSections(language) : [];
  replace(main,
    h("h1", {}, `${gameTitle(game)}: ${t("rules.title")}`),
    drawNotice(page),
    h("p", {}, gameSummary(game)),
    h("p.row", {}, h("a.button.primary", { href: `/#play-${game.name}` }, t("play")),
      page.course && h("a.button", { href: `/learn/${game.name}` }, tOr(`${game.name}.course.title`, t("course"))),
      (page.adviser || !(game.kind.hidden || game.kind.chance)) && h("a.button", { href: `/adviser/${game.name}` }, t("adviser.elsewhere"))),
    h("div.help-sections", {}, sections.map((section) => drawSection(section, mountBoard))),
    drawLevels(game));
});

/** @param {HelpSection} section @param {import("../lib/types.js").MountBoard} mountBoard */
function drawSection(section, mountBoard) {
  return h("section.help-section.panel", { "data-picture": Boolean(section.scene) },
    h("div", {}, h("h2", {}, section.title), section.text.map((paragraph) => h("p", {}, paragraph))),
    section.scene && drawPicture(section, mountBoard));
}

/** @param {HelpSection} section @param {import("../lib/types.js").MountBoard} mountBoard */
function drawPicture(section, mountBoard) {
  const host = h("div.board.board-picture", { inert: true });
  const silent = () => undefined;
  const board = mountBoard(host, { play: silent, ask: silent, say: silent });
  const scene = { position: {}, legal: [], last: null, ply: 0, mover: 0, flipped: false, playable: false, hint: null, quiet: true, ...section.scene };
  board.update(scene);
  return h("div.help-picture", { role: "img", "aria-label": section.title }, host);
}

/** @param {import("../lib/types.js").GameCard} game */
function drawLevels(game) {
  if (!game.levels.length) return null;
  return h("section.help-section.panel", {}, h("div", {}, h("h2", {}, t(game.kind.utility === "co-operative" ? "help.partners" : "help.levels")), h("dl.help-levels", {}, game.levels.map((level) =>
    h("div", {}, h("dt", {}, playerName(game.name, level.name)), h("dd", {}, tOr(`${game.name}.level.${level.name}`, level.summary)))))));
}
