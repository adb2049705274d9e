/** Advice for a game that is played elsewhere. The link of the page holds the game, so that reloading it resumes it. */
import { openPage } from "../app/frame.js";
import { mountBeginning } from "../components/adviser/beginning.js";
import { keptWithout, readLink, writeLink } from "../components/adviser/model.js";
import { copy } from "../components/share/field.js";
import { toast } from "../components/toast/toast.js";
import { post } from "../lib/api.js";
import { h, replace, set, useStyle } from "../lib/dom.js";
import { findGame, gameTitle, loadPage, nameSeats } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { choose } from "../lib/settings.js";
import { say } from "../lib/speech.js";
import { explain, t } from "../lib/texts.js";

useStyle(new URL("../components/adviser/adviser.css", import.meta.url).href);
useStyle(new URL("../components/setup/setup.css", import.meta.url).href);

/** @typedef {import("../lib/types.js").Followed} Followed */
/** @typedef {import("../components/adviser/model.js").Held} Held */

openPage("adviser", async (main) => {
  const game = await findGame(location.pathname.split("/")[2]);
  const page = await loadPage(game);
  document.title = `${t("adviser.title", { game: gameTitle(game) })} · Ludoteca`;
  document.documentElement.dataset.game = game.name;
  const own = await (page.adviser?.() ?? import("../components/adviser/plain.js"));
  /** @type {import("../lib/types.js").AdviserModule} */
  const { mountAdviser, usual = {}, followsByItself = () => false } = own;
  const held = readLink(location.hash);
  if (held) await follow(held);
  else mountBeginning(main, game, page, usual, (begun) => follow(begun));
  addEventListener("hashchange", () => location.reload()); // another link was pasted

  /** @param {Held} held */
  async function follow(held) {
    const host = h("div.adviser-view");
    const back = h("button", { type: "button", onclick: takeBack }, icon("undo"), t("adviser.back"));
    replace(main, h("h1", {}, t("adviser.title", { game: gameTitle(game) })), host,
      h("div.row.adviser-row", {}, back, h("button", { type: "button", onclick: () => copy(location.href) }, icon("copy"), t("adviser.link")),
        h("a.button", { href: `/adviser/${game.name}` }, t("adviser.another"))), h("p.help", {}, t("adviser.kept")));
    /** @type {Followed} */
    let now;
    let asked = 0; // counts what is asked of the server: late answers are dropped
    const view = await mountAdviser(host, { game, seat: held.seat, say, enter, advise });

    /** @param {number[]} actions all of them @param {import("../lib/types.js").FollowedMove[]} [dropped] */
    async function go(actions, dropped = []) {
      const turn = (asked += 1);
      set(host, "aria-busy", "true");
      try {
        const followed = await post(`/games/${game.name}/follow`, { options: held.options, actions });
        if (turn !== asked) return;
        held = { ...held, actions };
        now = followed;
        remember();
        back.disabled = !actions.length;
        nameSeats(game, page, now.stage);
        view.update(now, dropped);
      } catch (error) {
        if (!now) throw error;
        toast(explain(/** @type {any} */ (error), game.name), "bad");
      } finally {
        if (turn === asked) set(host, "aria-busy", false);
      }
    }

    function remember() {
      const link = writeLink(held);
      history.replaceState(null, "", `#${link}`);
      choose(`adviser.${game.name}`, link);
    }

    /** @param {number[]} actions */
    function enter(actions) {
      void go([...held.actions, ...actions]);
    }

    function takeBack() {
      const n = keptWithout(now.log, Boolean(game.kind.simultaneous), followsByItself);
      const dropped = now.log.slice(n);
      void go(held.actions.slice(0, n), dropped);
      say(t("adviser.taken_back"));
    }

    /** @param {string} [agent] @returns {Promise<import("../lib/types.js").Advice | null>} */
    async function advise(agent) {
      const turn = asked;
      try {
        const found = await post(`/games/${game.name}/advice`, { options: held.options, actions: held.actions, seat: held.seat, ...(agent && { agent }) });
        return turn === asked ? found : null;
      } catch (error) {
        toast(explain(/** @type {any} */ (error), game.name), "bad");
        return null;
      }
    }

    await go(held.actions);
  }
});
