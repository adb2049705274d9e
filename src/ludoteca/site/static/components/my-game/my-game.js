/** One of a person's games, in a list. */
import { clockName } from "../../lib/clock.js";
import { h } from "../../lib/dom.js";
import { gameTitle, loadPage } from "../../lib/games.js";
import { outcomeText } from "../../lib/outcome.js";
import { count, gather, language, occupant, seatName, t } from "../../lib/texts.js";
import { drawThumbnail } from "../thumbnail/thumbnail.js";

/** @typedef {import("../../lib/types.js").MyGame} MyGame */

/**
 * @param {MyGame} mine @param {import("../../lib/types.js").GameCard[]} games
 * @param {{abort: (mine: MyGame) => void, remove: (mine: MyGame) => void} | null} [act] none where games are only shown
 * @returns {Promise<HTMLElement>}
 */
export async function drawMyGame(mine, games, act = null) {
  const game = games.find((found) => found.name === mine.game);
  const page = game && (await loadPage(game));
  const over = mine.result !== null;
  const others = mine.seats.flatMap((seat, i) => (seat.you || seat.kind === "open" ? [] : [occupant(mine.game, seat) || seatName(mine.game, i)]));
  const waiting = mine.seats.some((seat) => seat.kind === "open");
  const title = game ? gameTitle(game) : mine.game;
  return h("li.my-game", { "data-turn": mine.your_turn && !over }, h("a", { href: over ? `/replay/${mine.table}` : `/table/${mine.table}` },
    page && h("div.my-game-picture", {}, drawThumbnail(mine.table, page.picture())),
    h("div.my-game-body", {},
      h("strong", {}, title),
      h("span", {}, others.length ? t(game?.kind.utility === "co-operative" ? "mine.with" : "mine.against", { names: gather(others).join(", ") }) : t(waiting ? "seat.open" : "mine.here")),
      h("span.my-game-state", {}, over ? outcomeText(mine.game, mine.result, mine.seats) : t(mine.your_turn ? "mine.your_turn" : "mine.running")),
      h("span.soft", {}, `${count("moves", mine.moves)} · `, mine.clock && `${clockName(mine.clock)} · `, h("time", {}, when(mine.updated))))),
    act && drawEnd(mine, title, act));
}

/** Ends a running game of one's own (this wants a second press), or takes a finished one off the list. @param {MyGame} mine @param {string} title @param {NonNullable<Parameters<typeof drawMyGame>[2]>} act */
function drawEnd(mine, title, act) {
  const what = mine.result !== null ? "remove" : "abort";
  if (what === "abort" && !mine.made) return null;
  const name = t(`mine.${what}`);
  let sure = what === "remove";
  const button = h("button.my-game-end", { type: "button", "aria-label": `${name}: ${title}`, onclick: () => {
    if (sure) return act[what](mine);
    sure = true;
    button.textContent = t("control.resign.sure");
    button.setAttribute("aria-label", `${name}: ${title}. ${t("control.resign.sure")}`);
  } }, name);
  return button;
}

/** "3 minutes ago". @param {string | number} moment a time in ISO, or seconds since 1970 */
function when(moment) {
  const then = typeof moment === "number" ? moment * 1000 : Date.parse(moment);
  const seconds = Math.max(0, (Date.now() - then) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, unit] of units) if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  return format.format(0, "second");
}
