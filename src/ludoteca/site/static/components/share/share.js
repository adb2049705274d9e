/** Links to a table, and the game as text: copied or saved. */
import { getText } from "../../lib/api.js";
import { h, replace, useStyle } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { isLoopback } from "../../lib/loopback.js";
import { explain, seatName, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";
import { copy, drawField } from "./field.js";
import { mountPrograms } from "./programs.js";

useStyle(new URL("share.css", import.meta.url).href);

/** @param {import("../../lib/types.js").GameCard} game @param {string} table @param {{title: string, open?: boolean}} how */
export function mountShare(game, table, how) {
  const links = h("div.share-links");
  const programs = mountPrograms(table);
  const element = h("details.panel.share", { open: how.open }, h("summary", {}, how.title), links, drawFormats(game, table));

  /** @param {import("../../lib/types.js").Table["links"]} given */
  function update(given) {
    const join = given.join.flatMap(({ seat, path }) => {
      const name = seatName(game.name, seat, game.seat_names[seat]);
      return [drawLink(t("share.join", { seat: name }), path), programs.draw(seat, name)];
    });
    replace(links, isLoopback(location.hostname) && h("p.help.share-loopback", {}, t("share.loopback")), join, drawLink(t("share.watch"), given.watch));
  }

  return { element, update };
}

/** An address with a button that copies it. @param {string} label @param {string} path */
export function drawLink(label, path) {
  return drawField(label, new URL(path, location.href).href);
}

/** @param {import("../../lib/types.js").GameCard} game @param {string} table */
function drawFormats(game, table) {
  const formats = ["record", ...game.formats.filter((format) => format !== "record")];
  return h("ul.share-formats", {}, formats.map((format) => {
    const path = `/tables/${table}/export?format=${format}`;
    const name = format === "record" ? t("share.record") : format.includes(".") ? format : format.toUpperCase();
    return h("li", {}, h("strong", {}, name),
      h("button", { type: "button", onclick: () => copyText(path), "aria-label": t("share.copy", { what: name }) }, icon("copy"), t("copy")),
      h("a.button", { href: `/api${path}`, download: "", "aria-label": t("share.save", { what: name }) }, icon("save"), t("save")));
  }));
}

/** @param {string} path */
async function copyText(path) {
  try {
    await copy(await getText(path));
  } catch (error) {
    toast(explain(/** @type {any} */ (error)), "bad");
  }
}
