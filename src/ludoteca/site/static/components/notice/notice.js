/** Why a game is shown on the generic page although its package has a page of its own. */
import { h, useStyle } from "../../lib/dom.js";

useStyle(new URL("notice.css", import.meta.url).href);

/** @param {import("../../lib/types.js").GamePage} page */
export function drawNotice(page) {
  return page.notice ? h("p.notice.panel", { role: "note" }, page.notice) : null;
}
