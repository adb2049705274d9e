/** What happened, sentence by sentence, as the game tells it. Hidden while there is nothing to tell. */
import { h, replace, show, useStyle } from "../../lib/dom.js";
import { language, t } from "../../lib/texts.js";

useStyle(new URL("events.css", import.meta.url).href);

export function mountEvents() {
  const list = h("ol.events-list", { tabindex: 0, "aria-label": t("events") });
  const element = h("section.events.panel", { "aria-label": t("events") }, h("h2.events-title", {}, t("events")), list);
  let drawn = "";

  /** @param {{events?: import("../../lib/types.js").Events}[]} moves those up to the position that is shown */
  function update(moves) {
    const told = moves.flatMap((move) => move.events?.[language] ?? []);
    show(element, told.length > 0);
    const key = told.join("\n");
    if (key === drawn) return;
    drawn = key;
    replace(list, told.map((sentence) => h("li", {}, sentence)));
    list.scrollTop = list.scrollHeight;
  }

  return { element, update };
}
