/** What this is, whose the names are, what the licence covers, and where to read on. */
import { manualAddress, openPage } from "../app/frame.js";
import { get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { gameTitle, listGames } from "../lib/games.js";
import { t, tOr } from "../lib/texts.js";

openPage("about", async (main) => {
  document.title = `${t("about")} · Ludoteca`;
  const [games, status] = await Promise.all([listGames(), get("/status")]);
  const owned = games.map((game) => ({ title: gameTitle(game), text: tOr(`${game.name}.marks`, "") })).filter(({ text }) => text);
  replace(main,
    h("h1", {}, t("about")),
    drawPart(t("about.what.title"), t("about.what"), drawReading(status.version)),
    drawPart(t("about.marks.title"), t("about.marks"), owned.length > 0 && h("dl.about-marks", {}, owned.map(({ title, text }) =>
      h("div", {}, h("dt", {}, title), h("dd", {}, text))))),
    drawPart(t("about.licence.title"), t("about.licence")),
    drawPart(t("about.privacy.title"), t("about.privacy")));
});

/** A heading, its paragraph, and what follows. @param {string} title @param {string} text @param {any} [more] */
function drawPart(title, text, more) {
  return h("section.about-part.panel", {}, h("h2", {}, title), h("p", {}, text), more);
}

/** @param {string} version */
function drawReading(version) {
  return h("p", {}, t("about.version", { version }), " ", manualAddress() && h("a", { href: manualAddress() }, t("foot.docs")));
}
