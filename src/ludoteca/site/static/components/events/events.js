/** What happened, sentence by sentence, as the game tells it. Hidden while there is nothing to tell. */
import { h, show, useStyle } from "../../lib/dom.js";
import { language, t } from "../../lib/texts.js";

useStyle(new URL("events.css", import.meta.url).href);

export function mountEvents() {
  const list = h("ol.events-list", { tabindex: 0, "aria-label": t("events") });
  const element = h("section.events.panel", { "aria-label": t("events") }, h("h2.events-title", {}, t("events")), list);
  /** @type {string[]} */
  let drawn = [];

  /** Sentences that are there already stay. @param {{events?: import("../../lib/types.js").Events}[]} moves those up to the position that is shown */
  function update(moves) {
    const told = moves.flatMap((move) => move.events?.[language] ?? []);
    const same = told.findIndex((sentence, i) => sentence !== drawn[i]);
    const kept = same < 0 ? Math.min(told.length, drawn.length) : same;
    show(element, told.length > 0);
    if (kept === told.length && kept === drawn.length) return;
    while (list.children.length > kept) list.lastElementChild?.remove();
    list.append(...told.slice(kept).map((sentence) => h("li", {}, sentence)));
    drawn = told;
    list.scrollTop = list.scrollHeight;
  }

  return { element, update };
}
