/** The table of hanabi: fireworks, counters, everybody's cards. A card is picked first, then what to do with it. */
import { h, prefersStill, replace, show } from "ludoteca/lib/dom.js";
import { onSetting } from "ludoteca/lib/settings.js";
import { capitalise, count, occupant, t } from "ludoteca/lib/texts.js";
import { mountCoach } from "./coach.js";
import { drawCard, drawEye } from "./drawing.js";
import { choicesFor, concerned, handOrder, isCritical, isHidden, known, newsOf, ownSeat } from "./model.js";
import { LONGEST_NOTE, notesOf, tableOf } from "./notes.js";
import { drawCounts, drawFireworks, drawStock } from "./stock.js";
import { nameCard, nameClue, nameSeat, tellAction, tellKnowledge } from "./words.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").HanabiPosition} HanabiPosition */
/** @typedef {import("./model.js").Choice} Choice */

const PACE = 900; // milliseconds that an action of a partner is seen before the next

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  const table = h("div.hanabi-table");
  const others = h("div.hanabi-hands");
  const news = h("section.hanabi-news");
  const own = h("div.hanabi-own");
  const stock = h("div.hanabi-rest");
  const coach = mountCoach();
  const notes = notesOf(tableOf(location.pathname));
  host.classList.add("hanabi-board");
  const inner = h("div.hanabi-inner", {}, table, others, news, own, stock, coach.element);
  host.append(inner);
  host.addEventListener("keydown", onKey);
  /** @type {Scene} */
  let scene;
  /** @type {{seat: number, slot: number} | null} */
  let picked = null;
  /** @type {Set<number>} the seats whose hands are shown as their owners see them */
  const empathy = new Set();
  let drawn = "";

  onSetting("hanabi.coach", () => scene && drawHands());

  const position = () => /** @type {HanabiPosition} */ ({ ...scene.stage, ...scene.position });

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape") return pick(null);
    const target = /** @type {HTMLElement} */ (event.target);
    const seat = /** @type {HTMLElement | null} */ (target.closest(".hanabi-hand"))?.dataset.seat;
    if (event.key === "e" && seat !== undefined && !(target instanceof HTMLInputElement) && !event.ctrlKey && !event.metaKey) turnOver(Number(seat));
  }

  /** @param {{seat: number, slot: number} | null} card */
  function pick(card) {
    const same = card && picked && card.seat === picked.seat && card.slot === picked.slot;
    picked = same || !(scene.playable || notes.possible) ? null : card;
    drawHands();
  }

  /** @param {number} seat */
  function turnOver(seat) {
    if (!empathy.delete(seat)) empathy.add(seat);
    drawHands();
  }

  /** @param {Choice} choice */
  function choose(choice) {
    if (choice.action === null) return actions.ask(choice);
    picked = null;
    actions.play(choice.action);
    /** @type {HTMLElement | null} */ (host.querySelector(".hanabi-hand.-own .hanabi-slot"))?.focus();
  }

  function drawNews() {
    const told = newsOf(position());
    const title = t(ownSeat(position()) === null ? "hanabi.news.round" : "hanabi.news");
    news.setAttribute("aria-label", title);
    replace(news, h("h2.hanabi-title", {}, title),
      told.length ? h("ol.hanabi-told", {}, told.map((action) => h("li", {}, tellAction(position(), action)))) : h("p.hanabi-told", {}, t("hanabi.last.none")));
  }

  function drawHands() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    const mine = ownSeat(position());
    const order = handOrder(position());
    others.dataset.hands = String(mine === null ? order.length : order.length - 1);
    replace(others, order.filter((seat) => seat !== mine).map(drawHand));
    replace(own, mine === null ? [] : [drawHand(mine)]);
    show(own, mine !== null);
    inner.toggleAttribute("data-watched", mine === null);
    mark(concerned(position(), scene.hint), "data-hint");
    mark(position().last?.touched ?? [], "data-touched");
    coach.update(position(), scene.playable, picked?.seat ?? null, !notes.possible);
    if (focused) /** @type {HTMLElement | null} */ (host.querySelector(`[data-focus="${focused}"]`))?.focus();
  }

  /** @param {number} seat */
  function drawHand(seat) {
    const hand = position().hands[seat];
    const mine = seat === ownSeat(position());
    const name = t(mine ? "hanabi.hand.own" : "hanabi.hand", { seat: nameSeat(seat) });
    return h(`section.hanabi-hand${mine ? ".-own" : ""}${position().turn === seat ? ".-turn" : ""}`, { "aria-label": name, "data-seat": seat },
      h("h2.hanabi-title", {}, name, !mine && drawWho(seat), position().turn === seat && h("span.hanabi-turn", {}, t("hanabi.turn")),
        !hand.some(isHidden) && drawEmpathy(seat)),
      h("div.hanabi-cards", {}, hand.map((_, slot) => drawSlot(seat, slot))),
      picked?.seat === seat && drawChoices(seat, picked.slot));
  }

  /** Who holds these cards. @param {number} seat */
  function drawWho(seat) {
    const who = scene.seats?.[seat];
    return who && who.kind !== "open" && h("span.hanabi-who", {}, occupant("hanabi", who));
  }

  /** @param {number} seat */
  function drawEmpathy(seat) {
    const name = t("hanabi.empathy.of", { seat: nameSeat(seat) });
    return h("button.hanabi-empathy.plain", {
      type: "button", "aria-pressed": String(empathy.has(seat)), "aria-label": name, title: `${name} (e)`, "data-focus": `empathy-${seat}`, onclick: () => turnOver(seat),
    }, drawEye());
  }

  /** @param {number} seat @param {number} slot */
  function drawSlot(seat, slot) {
    const card = position().hands[seat][slot];
    const hidden = isHidden(card) || empathy.has(seat);
    const kind = hidden ? known(card) : card;
    const note = notes.read(card.order);
    const what = t(seat === ownSeat(position()) ? "hanabi.slot.own" : "hanabi.slot", { slot: slot + 1, card: nameCard(position(), kind) });
    const label = [what, isCritical(position(), kind) && t("hanabi.slot.critical"), tellKnowledge(position(), card),
      position().last?.touched?.includes(card.order) && t("hanabi.slot.touched"), note && t("hanabi.slot.note", { note })];
    return h("button.hanabi-slot", {
      type: "button", "data-card": card.order, "data-focus": `card-${card.order}`, "aria-label": label.filter(Boolean).join(", "), onclick: () => pick({ seat, slot }),
      "data-clued": card.told_colour || card.told_rank, "aria-pressed": scene.playable || notes.possible ? String(picked?.seat === seat && picked.slot === slot) : null,
    }, drawCard(position(), card, hidden), h("span.hanabi-note", { "aria-hidden": "true" }, note));
  }

  /** @param {number} seat @param {number} slot */
  function drawChoices(seat, slot) {
    const found = scene.playable ? choicesFor(position(), scene.legal, seat, slot) : [];
    const card = position().hands[seat][slot];
    if (!card) return null;
    return h("div.hanabi-choices", { role: "group", "aria-label": t("hanabi.choices") }, found.map(drawChoice), notes.possible && drawNote(card.order));
  }

  /** @param {Choice} choice */
  function drawChoice(choice) {
    const mine = () => mark(concerned(position(), choice), "data-shown");
    const hide = () => mark([], "data-shown");
    return h("button", { type: "button", "data-legal": choice.action !== null, onclick: () => choose(choice), onpointerenter: mine, onfocus: mine, onpointerleave: hide, onblur: hide },
      choice.slot !== undefined ? t(`hanabi.choice.${choice.kind}`)
        : count("hanabi.choice.clue", concerned(position(), choice).length, { value: capitalise(nameClue(position(), choice.kind, Number(choice.value))) }));
  }

  /** Kept at every stroke; the card shows it when the field is left. @param {number} order */
  function drawNote(order) {
    const field = h("input.hanabi-note-field", {
      type: "text", maxlength: LONGEST_NOTE, "aria-label": t("hanabi.note"), placeholder: t("hanabi.note.help"), "data-focus": `note-${order}`,
      oninput: () => notes.write(order, field.value), onchange: () => drawHands(),
    });
    field.value = notes.read(order);
    return field;
  }

  /** Where a card is now, if somebody still holds it. @param {number | undefined} order */
  function placeOf(order) {
    const places = position().hands.flatMap((hand, seat) => hand.map((card, slot) => ({ seat, slot, order: card.order })));
    return places.find((place) => place.order === order) ?? null;
  }

  /** @param {Scene["position"]} next */
  const isOther = (next) => JSON.stringify(next) !== JSON.stringify(scene.position);

  /** Put an attribute on these cards, and on no others. @param {number[]} orders @param {string} attribute */
  function mark(orders, attribute) {
    for (const button of host.querySelectorAll(".hanabi-slot")) {
      button.toggleAttribute(attribute, orders.includes(Number(/** @type {HTMLElement} */ (button).dataset.card)));
    }
  }

  return {
    update(next) {
      const key = JSON.stringify([next.stage, next.position, next.legal, next.hint, next.playable]);
      if (key === drawn) return; // the page draws often, and whoever hovers over a card shall not lose it
      const partners = scene && next.ply === scene.ply + 1 && !next.quiet && !prefersStill();
      const held = picked && !(next.quiet && isOther(next.position)) ? position().hands[picked.seat][picked.slot]?.order : undefined;
      scene = next;
      picked = placeOf(held); // what somebody has picked stays so while others play
      drawn = key;
      replace(table, drawFireworks(position()), drawCounts(position()));
      drawHands();
      drawNews();
      replace(stock, drawStock(position()));
      if (partners && position().last?.seat !== ownSeat(position())) return new Promise((seen) => { setTimeout(seen, actions.pace?.() ?? PACE); });
    },
  };
}
