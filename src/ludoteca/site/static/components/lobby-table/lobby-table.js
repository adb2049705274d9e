/** A table in the lobby: how it stands, who sits there, how much time there is. */
import { clockName } from "../../lib/clock.js";
import { h, useStyle } from "../../lib/dom.js";
import { gameTitle, loadPage } from "../../lib/games.js";
import { count, gather, occupant, seatName, t } from "../../lib/texts.js";
import { drawThumbnail } from "../thumbnail/thumbnail.js";

useStyle(new URL("lobby-table.css", import.meta.url).href);

/** @typedef {import("../../lib/wire.js").ListedTable} ListedTable */

/**
 * @param {ListedTable} table @param {import("../../lib/types.js").GameCard[]} games @param {(table: ListedTable) => void} join
 * @returns {Promise<HTMLElement>}
 */
export async function drawLobbyTable(table, games, join) {
  const game = games.find((found) => found.name === table.game);
  const page = game && (await loadPage(game));
  const open = table.seats.some((seat) => seat.kind === "open");
  const yours = table.seats.some((seat) => seat.you);
  const title = game ? gameTitle(game) : table.game;
  const names = gather(table.seats.map((_, place) => nameOf(table, place))).join(" · ");
  const way = open && !yours
    ? h("button.primary", { type: "button", onclick: () => join(table), "aria-label": `${t("lobby.join")}: ${title}, ${names}` }, t("lobby.join"))
    : h("a.button", { href: `/table/${table.table}`, "aria-label": `${t(yours ? "lobby.back" : "lobby.watch")}: ${title}, ${names}` }, t(yours ? "lobby.back" : "lobby.watch"));
  return h("li.lobby-table", { "data-table": table.table },
    page && h("div.lobby-table-picture", {}, drawThumbnail(table.table, page.picture())),
    h("div.lobby-table-body", {}, h("strong", {}, title), h("span", {}, names),
      h("span.soft", {}, [clockName(table.clock), table.rated && t("rated"), !open && count("moves", table.moves)].filter(Boolean).join(" · "))),
    way);
}

/** @param {ListedTable} table @param {number} place */
function nameOf(table, place) {
  const seat = table.seats[place];
  if (seat.kind === "open") return t("lobby.free");
  const name = occupant(table.game, seat) || seatName(table.game, place);
  return seat.you ? t("seat.you", { name }) : name;
}
