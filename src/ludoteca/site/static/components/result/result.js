/** The line that says how things stand: whose turn, a hint and its reason, an offer, the result and what now. */
import { h, replace, set, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { outcomeText, reasonText as endText, sideName } from "../../lib/outcome.js";
import { language, occupant, plural, seatName, t, tOr } from "../../lib/texts.js";

useStyle(new URL("result.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").Table} Table */

/**
 * @param {{rematch: () => void, answer: (kind: "draw" | "undo", accept: boolean) => void, live: () => void}} act
 * @param {(name: string) => string} nameOf
 */
export function mountResult(act, nameOf) {
  const element = h("section.result.panel", { "aria-label": t("state") });

  /** @param {Table} table @param {{looking: boolean, online: boolean, hint: import("../../lib/types.js").Hint | null}} more */
  function update(table, { looking, online, hint }) {
    set(element, "data-state", table.result ? "over" : table.you.includes(table.mover) ? "yours" : "waiting");
    replace(element,
      !online && h("p.result-offline", {}, t("offline")),
      table.result ? drawEnd(table) : h("p.result-turn", {}, turnText(table)),
      table.offer && !table.result && drawOffer(table),
      hint && !looking && drawHint(table, hint),
      looking && h("p.result-looking", {}, t("looking"), " ", h("button", { type: "button", onclick: act.live }, t("looking.back"))));
  }

  /** @param {Table} table */
  function drawEnd(table) {
    const result = /** @type {NonNullable<Table["result"]>} */ (table.result);
    return [
      h("h2", {}, outcomeText(table.game, result, table.seats)),
      h("p", {}, endText(table.game, result, table.seats)),
      h("div.row", {},
        table.you.length > 0 && h("button.primary", { type: "button", onclick: act.rematch }, icon("again"), t("rematch")),
        h("a.button", { href: `/replay/${table.table}` }, icon("play"), t("replay")),
        h("a.button", { href: `/#play-${table.game}` }, t("new_game"))),
    ];
  }

  /** @param {Table} table */
  function drawOffer(table) {
    const { kind, seat } = /** @type {NonNullable<Table["offer"]>} */ (table.offer);
    const name = (table.seats[seat] && occupant(table.game, table.seats[seat])) || seatName(table.game, seat);
    const mine = table.you.includes(seat);
    const toAnswer = table.you.some((yours) => yours !== seat);
    return h("div.result-offer", {},
      h("p", {}, t(mine && !toAnswer ? `offer.${kind}.mine` : `offer.${kind}`, { name })),
      toAnswer && h("div.row", {},
        h("button.primary", { type: "button", onclick: () => act.answer(kind, true) }, t("offer.accept")),
        h("button", { type: "button", onclick: () => act.answer(kind, false) }, t("offer.decline"))));
  }

  /** @param {Table} table @param {import("../../lib/types.js").Hint} hint */
  function drawHint(table, hint) {
    return h("p.result-hint", {}, icon("hint"), h("span", {}, hintText(table.game, hint, nameOf)));
  }

  return { element, update };
}

/** @param {string} game @param {import("../../lib/types.js").Hint} hint @param {(name: string) => string} nameOf */
export function hintText(game, hint, nameOf) {
  const params = { ...hint.reason.params, move: nameOf(hint.name) };
  const why = hint.words?.[language]?.join(" ") ?? reasonText(game, hint.reason.code, params);
  const line = hint.line.length > 1 ? t("hint.line", { line: hint.line.slice(0, 6).map(nameOf).join(" ") }) : "";
  return [t("hint", params), why, line].filter(Boolean).join(" ");
}

/** Why: in the game's own words or the site's; counted where points are. @param {string} game @param {string} code @param {Record<string, any>} params */
function reasonText(game, code, params) {
  const key = params.points === undefined ? code : `${code}.${plural(params.points)}`;
  return tOr(`${game}.hint.${key}`, tOr(`hint.${key}`, "", params), params);
}

/** @param {Table} table */
export function turnText(table) {
  if (table.seats.some((seat) => seat.kind === "open")) return tOr(`${table.game}.turn.open`, t("turn.open"));
  if (table.mover === -1) return t("turn.chance");
  if (table.mover < 0) return "";
  const seat = table.seats[table.mover];
  const name = sideName(table.game, table.mover, table.seats);
  if (table.you.includes(table.mover)) return t(table.you.length > 1 ? "turn.here" : "turn.yours", { seat: name });
  return t(seat.kind === "agent" ? "turn.agent" : "turn.other", { seat: name });
}
