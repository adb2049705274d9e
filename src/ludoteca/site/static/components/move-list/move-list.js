/** The moves so far; any can be looked at. */
import { h, set, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { moveRows } from "../../lib/moves.js";
import { seatName, t } from "../../lib/texts.js";

useStyle(new URL("move-list.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").PlayedMove} PlayedMove */

/**
 * @param {string} game @param {(number: number) => void} look
 * @param {(name: string) => string} nameOf @param {(move: PlayedMove) => boolean} [lists] whether a move is listed
 */
export function mountMoveList(game, look, nameOf, lists = () => true) {
  const list = h("ol.move-list-rows", { tabindex: 0, "aria-label": t("moves.list") });
  const step = (/** @type {string} */ name, /** @type {(shown: number, last: number) => number} */ to) =>
    h("button.plain.icon", { type: "button", "aria-label": t(`moves.${name}`), onclick: () => look(to(shown, last)) }, icon(name));
  const element = h("section.move-list.panel", { "aria-label": t("moves.list") }, list,
    h("div.move-list-steps", {}, step("first", () => 0), step("back", (number) => number - 1), step("next", (number) => number + 1), step("last", (_, end) => end)));
  let shown = 0;
  let last = 0;
  let scrolling = 0;
  /** @type {{key: string, item: HTMLElement}[]} the rows that are there */
  let rows = [];
  /** @type {HTMLElement | null} */
  let current = null;

  /** @param {PlayedMove[]} moves @param {number} seats @param {number} number the position that is shown */
  function update(moves, seats, number) {
    last = moves.length;
    draw(moves.filter(lists), seats);
    point(number);
  }

  /** Mark the move that led to a position. @param {number} number */
  function point(number) {
    shown = number;
    const next = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${number}"]`));
    if (current && current !== next) current.removeAttribute("aria-current");
    current = next;
    if (current) {
      set(current, "aria-current", "step");
      cancelAnimationFrame(scrolling); // once a frame: asking where a row is lays out the page
      scrolling = requestAnimationFrame(() => { if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2; });
    }
    const [first, back, forward, end] = element.querySelectorAll(".move-list-steps button");
    first.disabled = back.disabled = number <= 0;
    forward.disabled = end.disabled = number >= last;
  }

  /** Rows that are as they were stay. @param {PlayedMove[]} moves @param {number} seats */
  function draw(moves, seats) {
    set(list, "data-many", seats !== 2);
    const wanted = moves.length ? moveRows(moves, seats) : [null];
    const keys = wanted.map((row) => (row ? [row.number, ...row.moves.map((move) => move && `${move.number} ${fullLabel(move)}`)].join("|") : "none"));
    rows.slice(keys.length).forEach(({ item }) => item.remove());
    rows = keys.map((key, i) => (rows[i]?.key === key ? rows[i] : { key, item: place(i, drawRow(wanted[i], seats)) }));
  }

  /** @param {number} i @param {HTMLElement} item */
  function place(i, item) {
    if (list.children[i]) list.children[i].replaceWith(item);
    else list.append(item);
    return item;
  }

  /** @param {ReturnType<typeof moveRows>[number] | null} row */
  function drawRow(row, /** @type {number} */ seats) {
    if (!row) return h("li.move-list-none", {}, t("moves.none"));
    return h("li", {}, h("span.move-list-number", { "aria-hidden": "true" }, `${row.number}.`), row.moves.map((move) => (move ? drawMove(move, seats) : h("span"))));
  }

  /** A move that one may not know yet has no name; what was drawn after it is told with it. @param {PlayedMove} move */
  const label = (move) => [move.name === null ? t("moves.hidden") : nameOf(move.name), ...(move.chance ?? []).map(nameOf).filter(Boolean).slice(0, 3)].join(" · ");

  /** @param {PlayedMove} move */
  const fullLabel = (move) => `${seatName(game, move.seat)}: ${label(move)}`;

  /** With two seats the column says who moved. @param {PlayedMove} move @param {number} seats */
  function drawMove(move, seats) {
    return h("button.plain", { type: "button", "data-ply": move.number, "aria-label": fullLabel(move), onclick: () => look(move.number) }, seats === 2 ? label(move) : fullLabel(move));
  }

  return { element, update, point };
}
