/** The table of hanabi: fireworks, counters, everybody's cards. A card is picked first, then what to do with it. */
import { h, replace } from "ludoteca/lib/dom.js";
import { capitalise, count, t } from "ludoteca/lib/texts.js";
import { drawCard, drawChip, drawCounter, drawPile } from "./drawing.js";
import { choicesFor, concerned, handOrder, isHidden, known, ownSeat } from "./model.js";
import { nameCard, nameColour, nameClue, nameSeat, tellKnowledge, tellLast } from "./words.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */
/** @typedef {import("./model.js").Choice} Choice */

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  const table = h("div.hanabi-table");
  const last = h("p.hanabi-last");
  const hands = h("div.hanabi-hands");
  const rest = h("div.hanabi-rest");
  host.classList.add("hanabi-board");
  host.append(table, last, hands, rest);
  host.addEventListener("keydown", (event) => event.key === "Escape" && pick(null));
  /** @type {Scene} */
  let scene;
  /** @type {{seat: number, slot: number} | null} */
  let picked = null;
  let drawn = "";

  const position = () => /** @type {HanabiPosition} */ (scene.position);

  /** @param {{seat: number, slot: number} | null} card */
  function pick(card) {
    const same = card && picked && card.seat === picked.seat && card.slot === picked.slot;
    picked = same || !scene.playable ? null : card;
    drawHands();
  }

  /** @param {Choice} choice */
  function choose(choice) {
    if (choice.action === null) return actions.ask(choice);
    picked = null;
    actions.play(choice.action);
    /** @type {HTMLElement | null} */ (host.querySelector(".hanabi-hand.-own button"))?.focus();
  }

  function drawTable() {
    const { colours, piles, ranks, tokens, most_tokens, lives, most_lives, deck, turns_left, score, most } = position();
    replace(table,
      h("ul.hanabi-fireworks", { "aria-label": t("hanabi.fireworks") }, colours.map((colour, i) => h("li", {}, drawPile(i, piles[i]),
        h("span.visually-hidden", {}, t("hanabi.firework", { colour: nameColour(colour), height: piles[i], most: ranks }))))),
      h("dl.hanabi-counts", {},
        item("hanabi.tokens", `${tokens}/${most_tokens}`, drawCounter("token", tokens, most_tokens)),
        item("hanabi.lives", `${lives}/${most_lives}`, drawCounter("life", lives, most_lives)),
        turns_left === null ? item("hanabi.deck", String(deck)) : item("hanabi.turns_left", String(turns_left)),
        item("hanabi.score", `${score}/${most}`)));
  }

  function drawRest() {
    const { discarded } = position();
    replace(last, tellLast(position()));
    replace(rest,
      h("h2.hanabi-title", {}, t("hanabi.discarded")),
      discarded.length ? h("ul.hanabi-discarded", {}, discarded.map((kind) => h("li", {}, drawChip(Number(kind.colour), Number(kind.rank)),
        h("span.visually-hidden", {}, nameCard(position(), kind)), kind.copies > 1 && `×${kind.copies}`))) : h("p.soft", {}, t("hanabi.discarded.none")));
  }

  function drawHands() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : undefined;
    replace(hands, handOrder(position()).map(drawHand));
    mark(concerned(position(), scene.hint), "data-hint");
    mark(position().last?.touched ?? [], "data-touched");
    if (focused) /** @type {HTMLElement | null} */ (hands.querySelector(`[data-card="${focused}"]`))?.focus();
  }

  /** @param {number} seat */
  function drawHand(seat) {
    const hand = position().hands[seat];
    const own = seat === ownSeat(position());
    const classes = `${own ? ".-own" : ""}${position().turn === seat ? ".-turn" : ""}`;
    const here = picked?.seat === seat ? picked : null;
    return h(`section.hanabi-hand${classes}`, { "aria-label": t(own ? "hanabi.hand.own" : "hanabi.hand", { seat: nameSeat(seat) }) },
      h("h2.hanabi-title", {}, t(own ? "hanabi.hand.own" : "hanabi.hand", { seat: nameSeat(seat) }),
        position().turn === seat && h("span.hanabi-turn", {}, t("hanabi.turn"))),
      h("div.hanabi-cards", {}, hand.map((_, slot) => drawSlot(seat, slot))),
      here && drawChoices(here.seat, here.slot));
  }

  /** @param {number} seat @param {number} slot */
  function drawSlot(seat, slot) {
    const card = position().hands[seat][slot];
    const touched = position().last?.touched?.includes(card.order);
    const seen = nameCard(position(), isHidden(card) ? known(card) : card);
    const what = t(seat === ownSeat(position()) ? "hanabi.slot.own" : "hanabi.slot", { slot: slot + 1, card: seen });
    const label = [what, tellKnowledge(position(), card), touched && t("hanabi.slot.touched")].filter(Boolean).join(", ");
    return h("button.hanabi-slot", {
      type: "button", "data-card": card.order, "aria-label": label, onclick: () => pick({ seat, slot }),
      "aria-pressed": scene.playable ? String(picked?.seat === seat && picked.slot === slot) : null,
    }, drawCard(position(), card));
  }

  /** @param {number} seat @param {number} slot */
  function drawChoices(seat, slot) {
    const found = choicesFor(position(), scene.legal, seat, slot);
    if (!found.length) return null;
    return h("div.hanabi-choices", { role: "group", "aria-label": t("hanabi.choices") }, found.map((choice) => {
      const show = () => mark(concerned(position(), choice), "data-shown");
      const hide = () => mark([], "data-shown");
      return h("button", { type: "button", "data-legal": choice.action !== null, onclick: () => choose(choice), onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide },
        choice.slot !== undefined ? t(`hanabi.choice.${choice.kind}`)
          : count("hanabi.choice.clue", concerned(position(), choice).length, { value: capitalise(nameClue(position(), choice.kind, Number(choice.value))) }));
    }));
  }

  /** Put an attribute on these cards, and on no others. @param {number[]} orders @param {string} attribute */
  function mark(orders, attribute) {
    for (const button of hands.querySelectorAll(".hanabi-slot")) {
      button.toggleAttribute(attribute, orders.includes(Number(/** @type {HTMLElement} */ (button).dataset.card)));
    }
  }

  return {
    update(next) {
      const key = JSON.stringify([next.position, next.legal, next.hint, next.playable]);
      if (key === drawn) return; // the page draws often, and whoever hovers over a card shall not lose it
      if (!scene || next.ply !== scene.ply || !next.playable) picked = null;
      scene = next;
      drawn = key;
      drawTable();
      drawHands();
      drawRest();
    },
  };
}

/** @param {string} name @param {string} number @param {SVGElement} [picture] */
function item(name, number, picture) {
  return h("div", {}, h("dt", {}, t(name)), h("dd", {}, picture, h("span", {}, number)));
}
