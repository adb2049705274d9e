/** The contest's own part of the set-up: condition, four contestants of the roster, and one's own. */
import { get } from "ludoteca/lib/api.js";
import { h, replace, set, useStyle } from "ludoteca/lib/dom.js";
import { choose, setting } from "ludoteca/lib/settings.js";
import { t } from "ludoteca/lib/texts.js";
import { drawBadge } from "./drawing.js";
import { drawFour, entrantText, poolOf, readEntrant } from "./lineup.js";
import { mountOwn } from "./own.js";
import { portrait } from "./portrait.js";
import { nameCondition, nameMove } from "./words.js";

useStyle(new URL("setup.css", import.meta.url).href);

/** @typedef {import("./lineup.js").Catalogue} Catalogue */
/** @typedef {import("./lineup.js").Entrant} Entrant */

const USUAL = ["Betta", "Speranza", "Macy", "Plumy"];
const OWN = 1; // the seat of Speranza, and of one's own contestant

/** @type {import("ludoteca/lib/types.js").MountSetup} */
export function mountSetup(host, options, seatNames) {
  load(host, options, seatNames);
  return {};
}

/** @param {HTMLElement} host @param {Record<string, any>} options @param {(names: string[], own?: number) => void} seatNames */
async function load(host, options, seatNames) {
  /** @type {Catalogue} */
  const all = await get("/games/contest/catalogue");
  const linked = readEntrant(all, new URLSearchParams(location.search).get("contestant"));
  /** @type {Entrant | null} */
  let own = linked ?? readEntrant(all, setting("contest.own"));
  /** @type {Entrant[]} */
  let lineup = USUAL.map(byName);
  let rank = "";
  const slots = h("ol.contest-slots");
  const ranks = h("select", { "aria-label": t("contest.setup.pool"), onchange: () => { rank = ranks.value; draw(); } },
    h("option", { value: "" }, t("contest.setup.every")), all.ranks.map((name) => h("option", { value: name }, t(`contest.setup.rank.${name}`))));
  const model = { ...byName(USUAL[OWN]), name: "Mia", own: true };
  const editor = mountOwn(all, own ?? model, () => options.condition, (entrant) => {
    own = entrant;
    choose("contest.own", entrantText(all, entrant));
    enter(entrant);
  });

  /** @param {string} name @returns {Entrant} */
  function byName(name) {
    const found = all.roster.find((entry) => entry.name === name);
    return { name, species: found?.species ?? "", moves: found?.moves ?? [], own: false };
  }

  /** One's own takes the place of Speranza. @param {Entrant} entrant */
  function enter(entrant) {
    lineup = lineup.map((old, seat) => (seat === OWN || old.own ? entrant : old)).map((old, seat, now) => (old.own && now.findIndex((found) => found.own) !== seat ? byName(USUAL[seat]) : old));
    draw(OWN);
  }

  /** @param {string} condition */
  function takeCondition(condition) {
    options.condition = condition;
    const names = condition === "beautiful" ? USUAL : drawFour(poolOf(all, condition, rank).map((entry) => entry.name));
    lineup = lineup.map((old, seat) => (old.own ? old : byName(names[seat] ?? USUAL[seat])));
    draw();
    editor.refresh();
  }

  /** @param {number} [seat] the person's */
  function draw(seat) {
    options.contestants = lineup.map((entrant) => entrantText(all, entrant)).join(", ");
    replace(slots, lineup.map(drawSlot));
    seatNames(lineup.map((entrant) => entrant.name), seat);
  }

  /** @param {Entrant} entrant @param {number} seat */
  function drawSlot(entrant, seat) {
    const number = all.species.findIndex(([name]) => name === entrant.species) + 1;
    const [, shape, colour] = all.species[number - 1] ?? ["", "ball", "grey"];
    const list = h("select", { "aria-label": t("contest.setup.choose", { n: seat + 1 }), onchange: () => change(seat, list.value) }, drawNames(seat));
    list.value = entrant.own ? "own" : entrant.name;
    return h("li", {}, portrait({ shape, colour, number }), list, h("small", {}, entrant.moves.map((move) => nameMove(all.moves[move - 1])).join(", ")));
  }

  /** The six, those of this contest, and one's own; who takes part already is left out. @param {number} seat */
  function drawNames(seat) {
    const others = lineup.filter((_, i) => i !== seat).map((entrant) => entrant.name);
    const free = (/** @type {string} */ name) => !others.includes(name);
    const pool = poolOf(all, options.condition, rank).map((entry) => entry.name).filter((name) => !all.thesis.includes(name));
    const now = lineup[seat];
    const rest = now.own || all.thesis.includes(now.name) || pool.includes(now.name) ? [] : [now.name];
    return [
      own && free(own.name) && h("optgroup", { label: t("contest.setup.own") }, h("option", { value: "own" }, own.name)),
      h("optgroup", { label: t("contest.setup.six") }, all.thesis.filter(free).map((name) => h("option", { value: name }, name))),
      h("optgroup", { label: t("contest.setup.stand_in") }, [...rest, ...pool].filter(free).map((name) => h("option", { value: name }, name))),
    ];
  }

  /** @param {number} seat @param {string} name */
  function change(seat, name) {
    lineup = lineup.map((old, i) => (i === seat ? (name === "own" && own ? own : byName(name)) : old));
    draw(name === "own" ? seat : undefined);
    /** @type {HTMLElement | null} */ (slots.querySelectorAll("select")[seat])?.focus();
  }

  const conditions = h("div.choices", {}, all.conditions.map((name) => h("label.choice", {},
    h("input", { type: "radio", name: "condition", value: name, checked: name === options.condition, onchange: () => takeCondition(name) }), drawBadge(name), h("span", {}, nameCondition(name)))));
  set(conditions, "data-conditions", true);
  replace(host,
    h("fieldset", {}, h("legend", {}, t("contest.setup.condition")), conditions),
    h("fieldset", {}, h("legend", {}, t("contest.setup.lineup")), slots,
      h("div.row.contest-draws", {},
        h("button", { type: "button", onclick: () => { lineup = lineup.map((old, i) => (old.own ? old : byName(USUAL[i]))); draw(); } }, t("contest.setup.six")),
        h("button", { type: "button", onclick: () => { const names = drawFour(poolOf(all, options.condition, rank).map((entry) => entry.name)); lineup = lineup.map((old, i) => (old.own ? old : byName(names[i] ?? USUAL[i]))); draw(); } }, t("contest.setup.random")),
        h("label.contest-ranks", {}, t("contest.setup.pool"), ranks))),
    editor.element);
  draw(OWN);
  if (linked) enter(linked);
}
