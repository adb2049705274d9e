/** What people say at the table. Each of them can be muted, and all of it switched off: then nothing is even sent here. */
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { choose, setting } from "../../lib/settings.js";
import { say } from "../../lib/speech.js";
import { language, occupant, seatName, t } from "../../lib/texts.js";

useStyle(new URL("chat.css", import.meta.url).href);

/** @typedef {import("../../lib/types.js").Table} Table */
/** @typedef {import("../../lib/wire.js").ChatLine} Line */

const LONGEST = 300;

/**
 * @param {string} table its name @param {{say: (text: string) => void, listen: (on: boolean, muted: number[]) => void}} act
 */
export function mountChat(table, act) {
  /** @type {Set<number>} */
  const muted = new Set(readMuted(table));
  /** @type {Table | null} */
  let known = null;
  let drawn = 0;
  const list = h("ol.chat-lines", { tabindex: 0, "aria-label": t("chat") });
  const input = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", "aria-label": t("chat.line"), placeholder: t("chat.line") });
  const form = h("form.chat-form", { onsubmit: send }, input, h("button", { type: "submit" }, t("chat.send")));
  const on = h("input", { type: "checkbox", checked: setting("chat") !== "off", onchange: switchAll });
  const people = h("div.chat-people");
  const body = h("div.chat-body", {}, list, form, people);
  const element = h("details.panel.chat", { open: setting("chat") !== "off", hidden: true }, h("summary", {}, t("chat")),
    h("label.topbar-option", {}, on, t("chat.on")), body);

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    if (!input.value.trim()) return;
    act.say(input.value);
    input.value = "";
  }

  function switchAll() {
    choose("chat", on.checked ? "on" : "off");
    listen();
  }

  /** Say what is wanted, at the beginning and after each reconnection. */
  function listen() {
    if (element.hidden) return; // there is nobody to talk to
    const wanted = setting("chat") !== "off";
    show(body, wanted);
    act.listen(wanted, [...muted]);
  }

  /** @param {number} seat */
  function mute(seat) {
    if (!muted.delete(seat)) muted.add(seat);
    writeMuted(table, [...muted]);
    drawPeople();
    listen();
  }

  function drawPeople() {
    if (!known) return;
    const { seats, game } = known;
    const others = seats.flatMap((seat, place) => (seat.kind === "person" && !seat.you ? [place] : []));
    replace(people, others.map((place) => h("button.plain", { type: "button", "aria-pressed": String(muted.has(place)), onclick: () => mute(place) },
      icon(muted.has(place) ? "mute" : "sound"), t(muted.has(place) ? "chat.unmute" : "chat.mute", { name: nameOf(game, place) }))));
  }

  /** @param {string} game @param {number} place */
  function nameOf(game, place) {
    const seat = known?.seats[place];
    return seat?.name ? occupant(game, seat) : seatName(game, place);
  }

  /** Who is there. @param {Table} now */
  function meet(now) {
    const wasHidden = element.hidden;
    known = now;
    show(element, now.chat && now.seats.filter((seat) => seat.kind !== "agent").length > 1 && !(now.you.length === now.seats.length));
    show(form, now.you.length > 0);
    drawPeople();
    if (wasHidden) listen();
  }

  /** @param {Line[]} lines all that is heard */
  function update(lines) {
    const news = lines.length > drawn && drawn > 0 ? lines.slice(drawn) : [];
    drawn = lines.length;
    replace(list, lines.length ? lines.map(drawLine) : h("li.soft", {}, t("chat.none")));
    list.scrollTop = list.scrollHeight;
    const others = news.filter((line) => !known?.seats[line.seat]?.you).at(-1);
    if (others && known) say(t("chat.said", { name: nameOf(known.game, others.seat), text: others.text }));
  }

  /** @param {Line} line */
  function drawLine(line) {
    const time = new Date(line.at * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
    return h("li", {}, h("strong", {}, nameOf(known?.game ?? "", line.seat)), " ", h("span.chat-text", {}, line.text), " ", h("time.soft", {}, time));
  }

  return { element, meet, update, listen };
}

const MUTED = "muted";
const MOST_TABLES = 50;

/** Whom a person does not want to hear, table by table. @returns {Record<string, number[]>} */
function readAll() {
  try {
    return JSON.parse(setting(MUTED) || "{}");
  } catch {
    return {};
  }
}

/** @param {string} table */
const readMuted = (table) => readAll()[table] ?? [];

/** @param {string} table @param {number[]} seats */
function writeMuted(table, seats) {
  const rest = Object.entries(readAll()).filter(([name]) => name !== table).slice(-MOST_TABLES);
  choose(MUTED, JSON.stringify(Object.fromEntries([...rest, [table, seats]])));
}
