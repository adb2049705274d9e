/** The players' bar: seats in playing order with what they have, and who will probably win. */
import { h, replace, set } from "ludoteca/lib/dom.js";
import { occupant, percent, t } from "ludoteca/lib/texts.js";
import { drawEmblem } from "./drawing.js";
import { nameSeat } from "./words.js";

/** @typedef {import("./model.js").Row} Row */
/** @typedef {NonNullable<import("ludoteca/lib/types.js").Scene["seats"]>[number]} Seat */

/** @param {string} prefix of the board's symbols */
export function mountPlayers(prefix) {
  const list = h("ol.dice-players", { "aria-label": t("dicewars.players") });
  const odds = h("div.dice-win", { role: "img" });
  const element = h("div.dice-bar", {}, list, odds);
  /** @type {ReturnType<typeof mountPlayer>[]} */
  let players = [];

  /** @param {Row[]} rows @param {Seat[] | undefined} seats */
  function update(rows, seats) {
    if (players.length !== rows.length) {
      players = rows.map(({ seat }) => mountPlayer(seat, prefix));
      replace(list, players.map((player) => player.element));
      replace(odds, rows.map(({ seat }) => h("span", { "data-seat": seat })));
      set(list, "data-many", rows.length > 4);
    }
    rows.forEach((row) => players[row.seat].update(row, seats?.[row.seat]));
    const known = rows.filter((row) => row.chance !== null);
    odds.hidden = !known.length;
    for (const { seat, chance } of known) /** @type {HTMLElement} */ (odds.children[seat]).style.flexGrow = String(Math.max(chance ?? 0, 0));
    set(odds, "aria-label", `${t("dicewars.win")}: ${known.filter((row) => !row.out).map(({ seat, chance }) => `${nameSeat(seat)} ${percent(chance ?? 0)}`).join(", ")}`);
    odds.title = odds.getAttribute("aria-label") ?? "";
  }

  return { element, update };
}

/** @param {number} seat @param {string} prefix */
function mountPlayer(seat, prefix) {
  const who = h("span.dice-who");
  const chance = h("span.dice-chance", { title: t("dicewars.win") });
  const cells = /** @type {const} */ (["region", "areas", "dice", "reserve"]).map((name) => {
    const value = h("b");
    return { name, value, element: h("span.dice-figure", { "data-figure": name, title: t(`dicewars.figure.${name}`) },
      value, h("span.visually-hidden", {}, ` ${t(`dicewars.figure.${name}`)} `)) };
  });
  const element = h("li.dice-player", { "data-seat": seat }, drawEmblem(seat, prefix),
    h("span.dice-names", {}, h("span.dice-colour", {}, nameSeat(seat)), who), h("span.dice-figures", {}, cells.map((cell) => cell.element)), chance);

  /** @param {Row} row @param {Seat | undefined} sitter */
  function update(row, sitter) {
    set(element, "data-moves", row.moves);
    set(element, "data-out", row.out);
    set(element, "aria-current", row.moves && "true");
    who.textContent = who.title = row.out ? t("dicewars.out") : !sitter ? "" : sitter.you ? t("dicewars.you") : sitter.kind === "open" ? "…" : occupant("dicewars", sitter);
    for (const { name, value, element: cell } of cells) {
      value.textContent = name === "reserve" ? `+${row.reserve}` : name === "areas" ? `/${row.areas}` : String(row[name]);
      cell.hidden = row.out || (name === "reserve" && row.reserve === 0) || (name === "areas" && row.areas === row.region);
    }
    chance.textContent = row.chance === null || row.out ? "" : percent(row.chance);
  }

  return { element, update };
}
