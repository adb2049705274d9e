/** What others did since one's own last turn, in words. */
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";
import { sinceLastTurn, tellMove } from "./model.js";

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
