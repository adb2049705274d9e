/** A game that was played elsewhere, to be watched: pasted, dropped or chosen as a file. */
import { post } from "../../lib/api.js";
import { h, replace, set } from "../../lib/dom.js";
import { explain, number, t, tOr } from "../../lib/texts.js";
import { guessFormat } from "./model.js";

const MOST = 50_000; // characters that the server takes

/** @param {import("../../lib/types.js").GameCard} game @param {import("../../lib/types.js").GamePage} page */
export function mountWatching(game, page) {
  const formats = [...game.formats.map((format) => (format.includes(".") ? format : format.toUpperCase())), t("share.record")].join(", ");
  const pasted = h("textarea", { rows: 4, spellcheck: "false", oninput: () => replace(answer) });
  const answer = h("p.error", { role: "alert" });
  const file = h("input", { type: "file", accept: [".json,.txt,application/json,text/plain", ...game.formats.map((format) => `.${format}`)].join(), onchange: () => take(file.files?.[0]) });
  const go = h("button", { type: "button", onclick: () => watch() }, t("watch.go"));
  const help = tOr(`${game.name}.watch.help`, "");
  const element = h("details.setup-watching", { ondragover: hover, ondragleave: leave, ondrop: drop }, h("summary", {}, t("watch")),
    h("div.setup-more", {},
      h("label.field", {}, t("watch.paste", { formats }), pasted, help && h("small", {}, help)),
      h("label.field", {}, t("watch.file"), file), answer, h("div.row", {}, go)));

  /** @param {DragEvent} event */
  function hover(event) {
    event.preventDefault();
    set(element, "data-over", true);
  }

  function leave() {
    set(element, "data-over", false);
  }

  /** @param {DragEvent} event */
  function drop(event) {
    event.preventDefault();
    leave();
    take(event.dataTransfer?.files[0]);
  }

  /** @param {File | undefined} given */
  async function take(given) {
    if (!given) return;
    if (given.size > MOST) return complain(t("watch.long", { most: number(MOST) }));
    pasted.value = await given.text();
    await watch();
  }

  /** @param {string} text */
  const complain = (text) => replace(answer, text);

  async function watch() {
    const text = pasted.value.trim();
    if (!text) return complain(t("watch.none"));
    if (text.length > MOST) return complain(t("watch.long", { most: number(MOST) }));
    try {
      const { table } = await post("/replays", { game: game.name, import: { format: guessFormat(text, game.formats, page.format), text } });
      location.assign(`/replay/${table}#0`);
    } catch (error) {
      complain(explain(/** @type {any} */ (error), game.name));
    }
  }

  return { element };
}
