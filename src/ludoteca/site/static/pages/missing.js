/** An address that leads nowhere. */
import { openPage } from "../app/frame.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/texts.js";

openPage("missing", async (main) => {
  document.title = t("error.not_found");
  replace(main,
    h("h1", {}, t("error.not_found")),
    h("p", {}, t("missing.help")),
    h("p", {}, h("a.button.primary", { href: "/" }, t("oops.home"))));
});
