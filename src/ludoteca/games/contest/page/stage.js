/** The upper half: turn, star meter and the four contestants in performing order. Elements are kept, so cards can glide. */
import { h, replace, set } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { drawBack, drawBadge, drawFigure, drawMeter, drawSign } from "./drawing.js";
import { nameCondition, nameMove, nameSign, tellFigure } from "./words.js";

/** @typedef {import("./model.js").Stage} Stage */
/** @typedef {import("./model.js").Frame} Frame */

/** @param {(seat: number) => void} inspect */
export function mountStage(inspect) {
  const title = h("p.contest-turn");
  const thinking = h("p.contest-thinking");
  const meter = h("div.contest-crowd", { role: "img" });
  const row = h("ol.contest-figures", { "aria-label": t("contest.contestants") });
  const element = h("div.contest-stage", {}, h("div.contest-head", {}, title, thinking), meter, row);
  /** @type {{item: any, button: any, drawn: string}[]} */
  let cards = [];

  /** @param {Stage} stage */
  function build(stage) {
    cards = stage.contestants.map((_, seat) => {
      const button = h("button.contest-card", { type: "button", "data-seat": seat, onclick: () => inspect(seat) });
      return { item: h("li", {}, button), button, drawn: "" };
    });
    replace(row, cards.map(({ item }) => item));
  }

  /**
   * @param {Stage} stage @param {Frame} frame
   * @param {{own: number[], before: {place: number | null, hearts: number}[], winner: number | null, still: boolean, inspected: number | null}} more
   */
  function draw(stage, frame, more) {
    if (cards.length !== stage.contestants.length) build(stage);
    replace(title, drawBadge(stage.condition), h("span", {}, t("contest.turn", { condition: nameCondition(stage.condition), turn: frame.turn, turns: stage.turns })));
    replace(meter, drawMeter(frame.stars, stage.full));
    set(meter, "aria-label", t("contest.stars", { n: frame.stars, full: stage.full }));
    set(meter, "data-hot", frame.stars === stage.full - 1);
    order(frame.order, more.still);
    frame.order.forEach((seat, place) => drawCard(stage, frame, seat, place, more));
  }

  /** The cards glide from their old places to the new ones. @param {number[]} wanted @param {boolean} still */
  function order(wanted, still) {
    const now = [...row.children];
    const next = wanted.map((seat) => cards[seat].item);
    if (next.every((item, i) => item === now[i])) return;
    const before = new Map(now.map((item) => [item, item.getBoundingClientRect()]));
    const focused = document.activeElement;
    row.append(...next);
    if (focused instanceof HTMLElement && row.contains(focused)) focused.focus({ preventScroll: true });
    if (still) return;
    for (const item of next) {
      const [from, to] = [before.get(item), item.getBoundingClientRect()];
      if (from && (from.left !== to.left || from.top !== to.top)) {
        item.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
      }
    }
  }

  /** @param {Stage} stage @param {Frame} frame @param {number} seat @param {number} place @param {Parameters<typeof draw>[2]} more */
  function drawCard(stage, frame, seat, place, more) {
    const card = cards[seat];
    const figure = frame.figures[seat];
    const who = stage.contestants[seat];
    const before = more.before[seat];
    const signs = [...figure.signs, ...(frame.freezer === seat ? ["freezer"] : [])];
    const own = more.own.includes(seat);
    const key = JSON.stringify([figure, place, signs, own, before, frame.active === seat, more.winner, more.inspected === seat]);
    if (key === card.drawn) return;
    card.drawn = key;
    const mood = figure.startled ? "startled" : figure.signs.includes("nervous") ? "nervous" : more.winner === seat ? "happy" : "calm";
    const status = [...signs.map(nameSign), figure.energy && t("contest.energy", { n: figure.energy }), figure.picked && t("contest.has_picked")].filter(Boolean).join(", ");
    set(card.button, "data-own", own);
    set(card.button, "data-active", frame.active === seat);
    set(card.button, "aria-label", `${tellFigure(who.name, place, figure, status)}${own ? ` ${t("contest.yours")}` : ""}`);
    set(card.button, "aria-pressed", String(more.inspected === seat));
    replace(card.button,
      h("span.contest-place", {}, String(place + 1)), drawFigure(who, figure.hearts, mood),
      h("span.contest-marks", {}, signs.map((sign) => h("span.contest-mark", { title: nameSign(sign) }, drawSign(sign))), figure.energy > 0 && h("span.contest-energy", {}, "⚡".repeat(figure.energy)),
        figure.picked && drawBack()),
      h("span.contest-name", {}, who.name), h("span.contest-total", {}, h("b", {}, String(figure.total)), " ♥"),
      h("span.contest-shown", {}, tellShown(who, figure, before)));
  }

  /** The move that is shown, or that was in the turn before. @param {import("./model.js").Performer} who @param {import("./model.js").Figure} figure @param {{place: number | null, hearts: number} | undefined} before */
  function tellShown(who, figure, before) {
    if (figure.shown !== null) return nameMove(who.moves[figure.shown]);
    if (!before) return "";
    const sign = before.hearts < 0 ? "−" : "+";
    return `${before.place === null ? "–" : nameMove(who.moves[before.place])} ${sign}${Math.abs(before.hearts)}`;
  }

  return { element, draw, think: (/** @type {string} */ text) => replace(thinking, text) };
}
