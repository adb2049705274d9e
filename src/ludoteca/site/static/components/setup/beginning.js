/** Where a game begins: at the start, from a pasted text, or from a position set up by hand. */
import { post } from "../../lib/api.js";
import { h, replace, show } from "../../lib/dom.js";
import { count, explain, t } from "../../lib/texts.js";
import { guessFormat } from "./model.js";

/**
 * @param {import("../../lib/types.js").GameCard} game @param {import("../../lib/types.js").GamePage} page
 * @param {() => Record<string, any>} options
 */
export function mountStart(game, page, options) {
  const pasted = h("textarea", { rows: 4, spellcheck: "false", placeholder: t("begin.paste.example", { formats: formats() }), oninput: () => check() });
  const answer = h("p.help", { role: "status" });
  const host = h("div.setup-editor");
  /** @type {{update: (position: any) => void} | null} */
  let editor = null;
  let edited = "";

  const element = h("details", { ontoggle: open }, h("summary", {}, t("begin")),
    h("div.setup-more", {},
      h("label.field", {}, t("begin.paste", { formats: formats() }), pasted), answer,
      page.editor && h("p.help", {}, t("begin.editor")), host));

  function formats() {
    return [...game.formats.map((format) => format.toUpperCase()), t("share.record")].join(", ");
  }

  async function open() {
    if (!element.open || !page.editor || editor) return;
    const { mountEditor } = await page.editor();
    editor = mountEditor(host, (text) => {
      edited = text;
      pasted.value = text;
      check();
    });
    refresh();
  }

  /** The start position of these options, in the editor. */
  async function refresh() {
    if (!editor) return;
    const before = pasted.value;
    const { position } = await post(`/games/${game.name}/position`, { options: options() });
    if (pasted.value !== edited || pasted.value !== before) return check(); // somebody has pasted or set up something meanwhile
    editor.update(position);
    edited = "";
    pasted.value = "";
    replace(answer);
  }

  /** @type {number} */
  let timer = 0;
  function check() {
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      if (!pasted.value.trim()) return replace(answer);
      try {
        const found = await post(`/games/${game.name}/position`, { options: options(), ...value() });
        replace(answer, t("begin.fine"), " ", found.legal ? count("begin.legal", found.legal.length) : "");
        if (pasted.value !== edited) editor?.update(found.position);
      } catch (error) {
        replace(answer, explain(/** @type {any} */ (error), game.name));
      }
    }, 250);
  }

  /** What a new table is asked for. */
  function value() {
    const text = pasted.value.trim();
    return text ? { import: { format: guessFormat(text, game.formats, page.format), text } } : {};
  }

  show(element, game.undo); // games with secrets or chance begin at their beginning
  return { element, value, refresh };
}
