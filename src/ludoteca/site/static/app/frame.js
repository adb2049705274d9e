/** What every page has: texts, the bar on top, the live region, a foot; and an end for errors nobody caught. */
import { mountTopbar } from "../components/topbar/topbar.js";
import { Refused } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { mountSpeech } from "../lib/speech.js";
import { explain, loadTexts, t } from "../lib/texts.js";

/**
 * @param {string} current the page's name in the navigation
 * @param {(main: HTMLElement) => Promise<void>} start
 */
export async function openPage(current, start) {
  await loadTexts();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.before(h("a.skip", { href: "#main" }, t("skip")), mountTopbar(current));
  main.after(h("footer.foot", {}, h("p", {}, t("foot"), " ", drawLinks())));
  mountSpeech();
  try {
    await start(main);
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    showError(main, /** @type {any} */ (error));
  }
}

/** Where the server has the documentation; nothing if it has none. */
export function manualAddress() {
  return /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=documentation]"))?.content ?? "";
}

/** What the foot leads to. */
function drawLinks() {
  const manual = manualAddress();
  return h("span.foot-links", {}, h("a", { href: "/about" }, t("foot.about")),
    manual && h("a", { href: manual }, t("foot.docs")), h("a", { href: "/api/docs" }, t("foot.api")));
}

/** @param {HTMLElement} main @param {{code?: string, message?: string}} error */
function showError(main, error) {
  replace(main,
    h("h1", {}, t("oops")),
    h("p.error", { role: "alert" }, explain(error)),
    h("p", {}, h("a.button", { href: "/" }, t("oops.home"))));
}
