/** A token for a free seat, with which a program from outside sits down there. */
import { post, remove } from "../../lib/api.js";
import { h, replace } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { explain, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";
import { drawField } from "./field.js";

/** @param {string} table */
export function mountPrograms(table) {
  /** Seats and their elements: what was shown once stays while others join. @type {Map<number, HTMLElement>} */
  const drawn = new Map();

  /** @param {number} seat @param {string} name */
  function draw(seat, name) {
    const known = drawn.get(seat);
    if (known) return known;
    const element = h("div.share-program");
    drawn.set(seat, element);
    offer(element, seat, name);
    return element;
  }

  /** @param {HTMLElement} element @param {number} seat @param {string} name */
  function offer(element, seat, name) {
    replace(element, h("button", { type: "button", onclick: () => make(element, seat, name) }, icon("robot"), t("share.program", { seat: name })));
  }

  /** @param {HTMLElement} element @param {number} seat @param {string} name */
  async function make(element, seat, name) {
    try {
      const { token } = await post(`/tables/${table}/seats/${seat}/token`);
      const command = `ludoteca bot run "python3 bot.py" --site ${location.origin} --token ${token}`;
      replace(element, h("p.help", {}, t("share.program.help")),
        drawField(t("share.program.token", { seat: name }), token), drawField(t("share.program.command"), command),
        h("button", { type: "button", onclick: () => revoke(element, seat, name) }, t("share.program.revoke")));
    } catch (error) {
      toast(explain(/** @type {any} */ (error)), "bad");
    }
  }

  /** @param {HTMLElement} element @param {number} seat @param {string} name */
  async function revoke(element, seat, name) {
    try {
      await remove(`/tables/${table}/seats/${seat}/token`);
      offer(element, seat, name);
      toast(t("share.program.revoked"));
    } catch (error) {
      toast(explain(/** @type {any} */ (error)), "bad");
    }
  }

  return { draw };
}
