/** The part of the set-up dialog about time and people: a clock, the lobby, chat, ratings. */
import { clockName, clockValue, parseClock, PRESETS } from "../../lib/clock.js";
import { h, show } from "../../lib/dom.js";
import { t } from "../../lib/texts.js";

const OWN = "own";

/** @param {import("../../lib/types.js").GameCard} game */
export function mountPeople(game) {
  const clock = h("select", { name: "clock", onchange: () => show(own, clock.value === OWN) },
    h("option", { value: "" }, clockName(null)), PRESETS.map((preset) => h("option", { value: clockValue(preset) }, clockName(preset))),
    h("option", { value: OWN }, t("clock.own")));
  const minutes = h("input", { type: "number", min: 1, max: 180, value: 15 });
  const increment = h("input", { type: "number", min: 0, max: 300, value: 10 });
  const own = h("div.setup-clock", { hidden: true }, h("label.field", {}, t("clock.own.minutes"), minutes), h("label.field", {}, t("clock.own.increment"), increment));
  const timed = h("fieldset.setup-time", {}, h("label.field", {}, t("clock"), clock, h("small", {}, t("clock.help"))), own);
  const listed = h("input", { type: "checkbox" });
  const chat = h("input", { type: "checkbox", checked: true });
  const rated = h("input", { type: "checkbox" });
  const rating = h("label.topbar-option", {}, rated, t("setup.rated"));
  const talking = h("label.topbar-option", {}, chat, t("setup.chat"));
  const listing = h("label.topbar-option", {}, listed, t("setup.public"));
  const options = h("div", {}, listing, talking, rating);

  /** @param {string} opponent */
  function update(opponent) {
    const others = opponent === "link" || opponent === "anyone";
    show(timed, opponent !== "watch");
    show(rating, others && game.kind.utility !== "co-operative");
    show(talking, others);
    show(listing, opponent !== "anyone");
    isListed = opponent === "anyone";
    if (!others) rated.checked = false;
  }
  let isListed = false;

  /** What a new table is asked for. */
  function value() {
    const chosen = clock.value === OWN ? `${Math.round(Number(minutes.value) * 60)}+${Math.round(Number(increment.value))}` : clock.value;
    return { clock: timed.hidden ? null : parseClock(chosen), public: isListed || listed.checked, chat: chat.checked, rated: rated.checked };
  }

  return { timed, options, update, value };
}
