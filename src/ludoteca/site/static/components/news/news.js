/** What others did since one's own last turn, in words. */
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { language, seatName, t } from "../../lib/texts.js";

useStyle(new URL("news.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").PlayedMove} PlayedMove */

const MOST = 12; // sentences

/** @param {string} game @param {(name: string) => string} nameOf @param {(move: PlayedMove) => boolean} [lists] which moves are listed */
export function mountNews(game, nameOf, lists = () => true) {
  const list = h("ol.news-list");
  const more = h("p.soft.news-more");
  const element = h("section.news", { "aria-label": t("news"), hidden: true }, h("h2.news-title", {}, t("news")), more, list);

  /** @param {PlayedMove[]} moves all of them @param {number[]} you */
  function update(moves, you) {
    const told = sinceLastTurn(moves, you).filter(lists).flatMap((move) => tellMove(game, move, nameOf));
    show(element, told.length > 0);
    replace(more, told.length > MOST ? t("news.more", { n: told.length - MOST }) : "");
    replace(list, told.slice(-MOST).map((sentence) => h("li", {}, sentence)));
  }

  return { element, update };
}

/** The moves of others after one's own last one; none before one has moved, or for who only watches. @param {PlayedMove[]} moves @param {number[]} you */
export function sinceLastTurn(moves, you) {
  if (!you.length) return [];
  let start = moves.length;
  while (start > 0 && !you.includes(moves[start - 1].seat)) start--;
  return moves.slice(start);
}

/** In the game's sentences, or who played what. @param {string} game @param {PlayedMove} move @param {(name: string) => string} nameOf @returns {string[]} */
export function tellMove(game, move, nameOf) {
  const told = move.events?.[language] ?? [];
  if (told.length) return told;
  const chance = (move.chance ?? []).map(nameOf).filter(Boolean).slice(0, 3);
  const what = [move.name === null ? t("moves.hidden") : nameOf(move.name), ...chance].join(" · ");
  return [t("say.move", { seat: seatName(game, move.seat), move: what })];
}
