/** The lobby: somebody to play with, open tables, running games to watch, and who plays well. */
import { openPage } from "../app/frame.js";
import { drawLobbyTable } from "../components/lobby-table/lobby-table.js";
import { drawRatings } from "../components/lobby-table/ratings.js";
import { toast } from "../components/toast/toast.js";
import { get, post } from "../lib/api.js";
import { clockName, clockValue, parseClock, PRESETS } from "../lib/clock.js";
import { h, replace } from "../lib/dom.js";
import { gameTitle, listGames } from "../lib/games.js";
import { usualOptions } from "../components/setup/fields.js";
import { explain, t } from "../lib/texts.js";

const PAUSE = 5000; // milliseconds between looks

/** @typedef {import("../lib/wire.js").ListedTable} ListedTable */

openPage("lobby", async (main) => {
  document.title = `${t("nav.lobby")} · Ludoteca`;
  await get("/me"); // one after the other: side by side each would bring a newcomer another cookie
  const games = (await listGames()).filter((game) => game.ready);
  const open = h("div");
  const running = h("div");
  const ratings = h("div");
  let shown = "";
  replace(main, h("div.lobby", {}, h("h1", {}, t("nav.lobby")), drawFind(),
    h("section", { "aria-label": t("lobby.open") }, h("h2", {}, t("lobby.open")), open),
    h("section", { "aria-label": t("lobby.running") }, h("h2", {}, t("lobby.running")), running),
    h("section", { "aria-label": t("ratings") }, h("h2", {}, t("ratings")), ratings)));

  function drawFind() {
    const game = h("select", { name: "game", onchange: () => { rateable(); drawRatings(ratings, chosen()); } }, games.map((found) => h("option", { value: found.name }, gameTitle(found))));
    const clock = h("select", { name: "clock" }, h("option", { value: "" }, clockName(null)), PRESETS.map((preset) => h("option", { value: clockValue(preset) }, clockName(preset))));
    const rated = h("input", { type: "checkbox" });
    const chosen = () => /** @type {import("../lib/types.js").GameCard} */ (games.find((found) => found.name === game.value) ?? games[0]);
    const rateable = () => { rated.disabled = chosen().kind.utility === "co-operative"; };
    const find = (/** @type {Event} */ event) => {
      event.preventDefault();
      go(() => post("/match", { game: game.value, options: usualOptions(chosen()), clock: parseClock(clock.value), rated: rated.checked && !rated.disabled }));
    };
    rateable();
    if (games.length) drawRatings(ratings, chosen());
    return h("form.lobby-find.panel", { onsubmit: find, "aria-label": t("lobby.find") },
      h("label.field", {}, t("lobby.game"), game), h("label.field", {}, t("clock"), clock), h("label.topbar-option", {}, rated, t("rated")),
      h("button.primary", { type: "submit" }, t("lobby.anyone")));
  }

  /** @param {() => Promise<{table: string}>} what */
  async function go(what) {
    try {
      location.assign(`/table/${(await what()).table}`);
    } catch (error) {
      toast(explain(/** @type {any} */ (error)), "bad");
      await look();
    }
  }

  /** @param {ListedTable} table */
  const join = (table) => go(() => post(`/tables/${table.table}/sit`));

  async function look() {
    const told = /** @type {import("../lib/wire.js").Lobby} */ (await get("/lobby"));
    const text = JSON.stringify(told);
    if (text === shown) return; // nothing moves under who reads or tabs through it
    shown = text;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-table]"))?.dataset.table;
    await fill(open, told.open, "lobby.open.none");
    await fill(running, told.running, "lobby.running.none");
    if (focused) /** @type {HTMLElement | null} */ (main.querySelector(`[data-table="${focused}"] :is(a, button)`))?.focus();
  }

  /** @param {HTMLElement} where @param {ListedTable[]} tables @param {string} none */
  async function fill(where, tables, none) {
    const rows = await Promise.all(tables.map((table) => drawLobbyTable(table, games, join)));
    replace(where, rows.length ? h("ul.lobby-tables", {}, rows) : h("p.soft", {}, t(none)));
  }

  await look();
  setInterval(() => !document.hidden && look().catch(() => undefined), PAUSE);
});
