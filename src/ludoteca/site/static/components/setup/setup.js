/** The set-up dialog: opponent, level, colour and rules at a glance; everything else behind "More". */
import { post } from "../../lib/api.js";
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { gameTitle } from "../../lib/games.js";
import { icon } from "../../lib/icons.js";
import { explain, playerName, seatName, t, tOr } from "../../lib/texts.js";
import { mountStart } from "./beginning.js";
import { arrangeSeats, completeOptions, parseSeat, parseSeed, seatValue, usualSeats } from "./model.js";
import { choice, optionFields, usualOptions } from "./fields.js";
import { mountPeople } from "./people.js";
import { watchLevels } from "./preparation.js";
import { mountWatching } from "./watching.js";

useStyle(new URL("setup.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").GameCard} GameCard */

/** @param {GameCard} game @param {import("../../lib/types.js").GamePage} page */
export function openSetup(game, page) {
  const levels = game.levels.length ? game.levels.map((level) => level.name) : game.agents.map((agent) => agent.name);
  /** @type {import("./model.js").Choice} */
  const chosen = { opponent: "agent", agent: levels[Math.min(1, levels.length - 1)], seats: usualSeats(game), seat: 0 };
  /** @type {Record<string, any>} */
  const options = usualOptions(game);
  /** @type {Map<string, import("./preparation.js").Tile>} */
  const tiles = new Map();
  let seats = arrangeSeats(chosen);
  let byLot = false;
  /** @type {string[]} */
  let names = [];

  const error = h("p.error", { role: "alert" });
  const seatRows = h("div.setup-seats");
  const levelBox = h("fieldset", {}, h("legend", {}, t("setup.level")), h("div.setup-levels", {}, drawLevels()));
  const sides = h("div.choices", {}, drawSides());
  const seatBox = h("fieldset", {}, h("legend", {}, t("setup.side")), sides);
  const seed = h("input", { type: "text", inputmode: "numeric", placeholder: t("setup.seed.any") });
  const think = h("input", { type: "checkbox" });
  const start = mountStart(game, page, () => options);
  const people = mountPeople(game);
  const special = h("div.setup-own", { hidden: !page.setup });
  const form = h("form.sheet.setup", { onsubmit: submit },
    h("header", {}, h("h2", { id: "setup-title" }, gameTitle(game)),
      h("button.plain.icon", { type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
    h("fieldset", {}, h("legend", {}, t(game.kind.utility === "co-operative" ? "setup.partner" : "setup.opponent")), drawOpponents()),
    special, drawSeatNumber(), levelBox, seatBox,
    optionFields(game, options, true, changed, page.setupOptions), people.timed,
    h("details", {}, h("summary", {}, t("setup.more")),
      h("div.setup-more", {}, seatRows, optionFields(game, options, false, changed, page.setupOptions),
        h("label.field", {}, t("setup.seed"), seed, h("small", {}, t("setup.seed.help"))),
        h("label.topbar-option", {}, think, t("setup.think")), people.options)),
    start.element, mountWatching(game, page).element,
    page.course && h("p.setup-course", {}, h("a", { href: `/learn/${game.name}` }, tOr(`${game.name}.course.title`, t("course")))),
    error,
    h("footer", {}, h("button.primary", { type: "submit" }, t("setup.go"))));
  const dialog = h("dialog", { "aria-labelledby": "setup-title", onclose: () => dialog.remove() }, form);

  function drawOpponents() {
    return h("div.choices", {}, /** @type {const} */ (["agent", "link", "anyone", "here", "watch"]).map((name) =>
      choice("opponent", name, chosen.opponent === name, t(`setup.opponent.${name}`), "", () => { chosen.opponent = name; arrange(); })));
  }

  function drawLevels() {
    return levels.map((name) => {
      const tile = choice("level", name, name === chosen.agent, playerName(game.name, name), levelHelp(name), () => takeLevel(name));
      const note = h("small", { hidden: true }, t("setup.preparing"));
      tile.append(note);
      tiles.set(name, { input: /** @type {HTMLInputElement} */ (tile.querySelector("input")), note });
      return tile;
    });
  }

  /** @param {string} name */
  function takeLevel(name) {
    chosen.agent = name;
    arrange();
  }

  /** @param {string} name */
  function levelHelp(name) {
    const summary = [...game.levels, ...game.agents].find((level) => level.name === name)?.summary ?? "";
    return tOr(`${game.name}.level.${name}`, tOr(`agent.${name}.help`, summary));
  }

  function drawSides() {
    const names = Array.from({ length: chosen.seats }, (_, seat) => seat);
    return [
      ...names.map((seat) => choice("side", String(seat), seat === chosen.seat, nameOf(seat), "", () => takeSide(seat))),
      choice("side", "lot", byLot, t("setup.side.lot"), "", () => takeSide(-1)),
    ];
  }

  /** @param {number} seat */
  function nameOf(seat) {
    return names[seat] ?? seatName(game.name, seat, game.seat_names[seat]);
  }

  /** @param {number} seat */
  function takeSide(seat) {
    byLot = seat < 0;
    chosen.seat = seat;
    arrange();
  }

  function drawSeatNumber() {
    const [low, high] = game.seats;
    if (low === high) return null;
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    return h("fieldset", {}, h("legend", {}, t("setup.players")), h("div.choices", {},
      numbers.map((n) => choice("players", String(n), n === chosen.seats, String(n), "", () => resize(n)))));
  }

  /** @param {number} seats */
  function resize(seats) {
    chosen.seats = seats;
    if (chosen.seat >= seats) chosen.seat = 0;
    replace(sides, drawSides());
    arrange();
  }

  function arrange() {
    seats = arrangeSeats(chosen);
    show(levelBox, chosen.opponent === "agent" || chosen.opponent === "watch");
    show(seatBox, chosen.opponent === "agent" || chosen.opponent === "link" || chosen.opponent === "anyone");
    people.update(chosen.opponent);
    drawSeats();
  }

  /** Seat by seat, for whoever wants more than the choices above. */
  function drawSeats() {
    const agents = [...new Set([...levels, ...game.agents.map((agent) => agent.name)])];
    replace(seatRows, seats.map((seat, i) => {
      const change = (/** @type {any} */ event) => { seats[i] = parseSeat(event.target.value); byLot = false; };
      const list = h("select", { onchange: change },
        h("option", { value: "me" }, t("setup.seat.me")), h("option", { value: "link" }, t("setup.seat.link")),
        agents.map((name) => h("option", { value: `agent ${name}` }, playerName(game.name, name))));
      list.value = seatValue(seat);
      return h("label.field", {}, byLot ? t("seat", { n: i + 1 }) : nameOf(i), list);
    }));
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    replace(error);
    try {
      const body = { game: game.name, options: completeOptions(game, options, chosen.seats), seats: byLot ? arrangeSeats(chosen) : seats, seed: parseSeed(seed.value), think: think.checked, ...people.value(), ...start.value() };
      const { table } = await post("/tables", body);
      location.assign(`/table/${table}`);
    } catch (refusal) {
      replace(error, explain(/** @type {any} */ (refusal), game.name));
      error.scrollIntoView({ block: "nearest" });
    }
  }

  /** What the page's own part of the dialog calls the seats. @param {string[]} named @param {number} [own] */
  function nameSides(named, own) {
    names = named;
    if (own !== undefined) takeSide(own);
    replace(sides, drawSides());
    drawSeats();
  }

  /** @type {{update?: () => void} | undefined} */
  let part;
  function changed() {
    part?.update?.();
    start.refresh();
  }

  arrange();
  page.setup?.().then(({ mountSetup }) => (part = mountSetup(special, options, nameSides)));
  document.body.append(dialog);
  dialog.showModal();
  watchLevels(game.name, tiles, () => dialog.isConnected, takeLevel);
}
