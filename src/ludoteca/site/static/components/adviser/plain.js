/** An adviser for any game whose board can be played on: moves are entered there, and chance by its outcomes. */
import { h, replace, show } from "../../lib/dom.js";
import { loadBoard } from "../../lib/games.js";
import { outcomeText } from "../../lib/outcome.js";
import { seatName, signed, t } from "../../lib/texts.js";

/** @type {import("../../lib/types.js").MountAdviser} */
export async function mountAdviser(host, tools) {
  const { page, mountBoard } = await loadBoard(tools.game);
  const board = h("div.board");
  const advice = h("section.panel.adviser-advice", { "aria-live": "polite", "aria-label": t("adviser.advice") });
  const chance = h("fieldset.panel.adviser-chance", { hidden: true });
  const drawn = mountBoard(board, { play: (action) => tools.enter([action]), ask: () => undefined, say: tools.say });
  replace(host, h("div.play-board", {}, board), chance, advice);
  /** @type {import("../../lib/types.js").Followed} */
  let now;
  /** @type {Record<string, any> | null} */
  let hint = null;

  const nameOf = (/** @type {string} */ name) => page.names?.(name, now.position) ?? name;
  const whoIs = (/** @type {number} */ seat) => seatName(tools.game.name, seat, tools.game.seat_names[seat]);

  /** Who sits where: oneself, and others of whom nothing is known. @returns {any[]} */
  const seats = () => tools.game.seat_names.map((name, seat) => ({ name, kind: "person", you: seat === tools.seat }));

  function draw(quiet = false) {
    const { stage, position, legal, log, mover } = now;
    const last = log.at(-1);
    void drawn.update({
      stage, position, legal: mover >= 0 ? legal : [], mover, hint, quiet, flipped: tools.seat === 1, playable: mover >= 0, you: [tools.seat],
      ply: log.length, last: last ? { action: last.action, name: last.name, ...last.show, steps: last.steps } : null,
    });
    show(chance, mover === -1);
    replace(chance, h("legend", {}, t("adviser.chance")), h("div.choices", {}, mover === -1 ? legal.map((outcome) =>
      h("button", { type: "button", onclick: () => tools.enter([outcome.action]) }, nameOf(outcome.name))) : []));
  }

  async function advise() {
    if (now.mover !== tools.seat) return replace(advice, h("p", {}, now.result ? outcomeText(tools.game.name, now.result, seats()) : t("adviser.enter", { who: now.mover < 0 ? t("adviser.lot") : whoIs(now.mover) })));
    replace(advice, h("p", {}, t("adviser.thinking")));
    const found = await tools.advise();
    if (!found) return;
    hint = found.actions.find((row) => row.action === found.action)?.show ?? null;
    draw(true);
    replace(advice, h("h2", {}, t("adviser.advised", { move: nameOf(now.legal.find((move) => move.action === found.action)?.name ?? "") })),
      h("ol.adviser-moves", {}, found.actions.slice(0, 6).map((row) => h("li", {}, h("b", {}, nameOf(row.name)), " ",
        signed(row.value)))));
  }

  return {
    update(followed) {
      now = followed;
      hint = null;
      draw();
      void advise();
    },
  };
}
