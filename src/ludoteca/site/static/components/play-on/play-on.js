/** Play on from a position of a finished game, or of a line that was tried: a new table that begins there. */
import { post } from "../../lib/api.js";
import { h, useStyle } from "../../lib/dom.js";
import { explain, occupant, playerName, seatName, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

useStyle(new URL("play-on.css", import.meta.url).href);

/**
 * @param {{table: string, game: import("../../lib/types.js").GameCard, seats: import("../../lib/types.js").Seated[], you: number[]}} where
 * @param {() => {from: number, actions: number[]}} here
 */
export function mountPlayOn({ table, game, seats, you }, here) {
  const name = (/** @type {number} */ seat) => seatName(game.name, seat, game.seat_names[seat] ?? occupant(game.name, seats[seat]));
  const side = h("select", {}, seats.map((_, seat) => h("option", { value: seat, selected: seat === (you[0] ?? 0) }, name(seat))));
  const usual = seats.find((seat) => seat.level)?.level ?? game.levels.at(-1)?.name;
  const level = h("select", {}, game.levels.map((one) => h("option", { value: one.name, selected: one.name === usual }, playerName(game.name, one.name))));
  const element = h("details.panel.play-on", {}, h("summary", {}, t("replay.from_here")), h("p.help", {}, t("play_on.help")),
    h("div.play-on-fields", {}, h("label.field", {}, t("play_on.side"), side), h("label.field", {}, t(game.kind.utility === "co-operative" ? "play_on.with" : "play_on.against"), level)),
    h("div.row", {}, h("button.primary", { type: "button", onclick: begin }, t("play_on.begin"))));

  async function begin() {
    const own = Number(side.value);
    const wished = seats.map((_, seat) => (seat === own ? { kind: "me" } : { kind: "agent", agent: level.value }));
    try {
      const made = await post(`/tables/${table}/continue`, { ...here(), seats: wished });
      location.assign(`/table/${made.table}`);
    } catch (error) {
      toast(explain(/** @type {any} */ (error), game.name), "bad");
    }
  }

  return { element };
}
