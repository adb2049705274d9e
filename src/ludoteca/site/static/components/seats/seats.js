/** Who sits where: a strip for each seat, with its colour, its name, whose turn it is, and how far an agent has thought. */
import { h, replace, set, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { mountClock } from "../clock/clock.js";
import { occupant, percent, playerName, seatName, t } from "../../lib/texts.js";

useStyle(new URL("seats.css", import.meta.url).href);

/**
 * @param {import("../../lib/types.js").GameCard} game
 * @param {(seat: number, level: string) => void} switchLevel
 */
export function mountSeat(game, switchLevel) {
  const chip = h("span.seat-chip", { "aria-hidden": "true" });
  const name = h("span.seat-name");
  const side = h("span.seat-side");
  const state = h("span.seat-state");
  const bar = h("progress.seat-progress", { max: 1, hidden: true });
  const level = h("select.seat-level", { onchange: () => switchLevel(place, level.value) },
    game.levels.map(({ name: value }) => h("option", { value }, playerName(game.name, value))));
  const clock = mountClock();
  const element = h("div.seat", {}, chip, h("div.seat-who", {}, name, side), level, state, clock.element, bar);
  let place = 0;

  /** @param {number} seat @param {import("../../lib/types.js").Seat} who @param {{moves: boolean, switchable: boolean}} how */
  function update(seat, who, { moves, switchable }) {
    place = seat;
    const title = seatName(game.name, seat, game.seat_names[seat]);
    chip.style.setProperty("--seat", `var(--seat-${seat})`);
    set(element, "data-moves", moves);
    set(element, "data-you", who.you);
    level.hidden = !(switchable && who.kind === "agent" && who.level);
    replace(name, icon(who.kind === "agent" || who.program ? "robot" : "person"), level.hidden ? nameOf(game.name, who) : t("seat.agent"));
    side.textContent = title;
    level.value = who.level ?? "";
    set(level, "aria-label", t("seat.level", { seat: title }));
    replace(state, stateOf(who, moves));
    bar.hidden = !(moves && who.kind === "agent");
    set(bar, "aria-label", t("seat.thinking", { seat: title }));
  }

  /** How far an agent has thought. @param {number | null} fraction */
  function progress(fraction) {
    if (fraction === null) bar.removeAttribute("value");
    else bar.value = fraction;
    bar.title = fraction === null ? "" : percent(fraction);
  }

  return { element, update, progress, tick: clock.update };
}

/** @param {string} game @param {import("../../lib/types.js").Seat} seat */
function nameOf(game, seat) {
  if (seat.kind === "open") return t("seat.open");
  const name = seat.program ? t("seat.program", { name: occupant(game, seat) }) : occupant(game, seat);
  return seat.you ? t("seat.you", { name }) : name;
}

/** @param {import("../../lib/types.js").Seat} seat @param {boolean} moves */
function stateOf(seat, moves) {
  if (seat.kind === "person" && !seat.connected) return t("seat.away");
  if (!moves) return "";
  return t(seat.kind === "agent" ? "seat.thinks" : "seat.to_move");
}
