/** The replay page: every position of a game, with a scrubber and a link to each. */
import { openPage } from "../app/frame.js";
import { mountChart } from "../components/chart/chart.js";
import { mountEvalBar } from "../components/eval-bar/eval-bar.js";
import { mountEvents } from "../components/events/events.js";
import { listenToKeys, openKeys } from "../components/keys/keys.js";
import { mountMoveList } from "../components/move-list/move-list.js";
import { drawNotice } from "../components/notice/notice.js";
import { drawLink, mountShare } from "../components/share/share.js";
import { toast } from "../components/toast/toast.js";
import { mountToggles, onToggle } from "../components/toggles/toggles.js";
import { get, post } from "../lib/api.js";
import { h, replace, set, show } from "../lib/dom.js";
import { findGame, gameTitle, loadBoard, nameSeats } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { plyByKey, plyOfHash } from "../lib/moves.js";
import { outcomeText, reasonText } from "../lib/outcome.js";
import { stepScene } from "../lib/scene.js";
import { searchText } from "../lib/search-info.js";
import { say } from "../lib/speech.js";
import { explain, occupant, seatName, t } from "../lib/texts.js";

const PACE = 900;

openPage("replay", async (main) => {
  const id = location.pathname.split("/")[2];
  /** @type {import("../lib/types.js").Replay} */
  const replay = await get(`/tables/${id}/replay`);
  const { table, positions } = replay;
  const game = await findGame(table.game);
  const { page, mountBoard } = await loadBoard(game);
  const last = positions.length - 1;
  let ply = plyOfHash(location.hash, last) ?? last;
  let flipped = false;
  let timer = 0;
  document.title = `${t("replay")}: ${gameTitle(game)} · Ludoteca`;
  document.documentElement.dataset.game = game.name;

  const nameOf = (/** @type {string} */ name) => page.names?.(name, positions[0].position) ?? name;
  const host = h("div.board");
  const side = h("div.play-own");
  nameSeats(game, page, table.stage);
  const board = mountBoard(host, { play: () => undefined, ask: () => undefined, say, history: async () => positions, side });
  const bar = mountEvalBar(table.seats.map((seat, i) => seatName(game.name, i, game.seat_names[i] ?? seat.name)));
  const scrubber = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": t("replay.scrubber"), oninput: () => go(Number(scrubber.value)) });
  const played = h("p.replay-move");
  const searched = h("p.soft.replay-search");
  const play = h("button", { type: "button", onclick: toggle });
  const moves = mountMoveList(game.name, go, nameOf, page.lists);
  const events = mountEvents();
  const chart = mountChart(positions.map((step) => step.evaluation), go);
  const link = h("div");
  const share = mountShare(game, id, { title: t("share") });

  replace(main, h("h1", {}, `${t("replay")}: ${gameTitle(game)}`), drawNotice(page),
    h("div.play", {},
      h("div.play-main", {}, h("div.play-board", {}, bar.element, host), scrubber,
        h("div.row.replay-steps", {}, step("first", () => 0), step("back", () => ply - 1), play, step("next", () => ply + 1), step("last", () => last), flipButton())),
      h("div.play-side", {},
        h("section.panel", { "aria-label": t("state") }, h("p.replay-seats", {}, seatsText()), resultText(), played, searched),
        side, moves.element, !page.hides?.includes("events") && events.element, chart.element, link,
        game.undo && h("div.row", {}, h("button.primary", { type: "button", onclick: playFromHere }, t("replay.from_here"))),
        share.element, mountToggles(page))));
  show(bar.element, positions.some((found) => found.evaluation !== null));
  share.update({ join: [], watch: `/table/${id}` });

  /** @param {string} name @param {() => number} to */
  function step(name, to) {
    return h("button.icon", { type: "button", "aria-label": t(`moves.${name}`), onclick: () => go(to()) }, icon(name));
  }

  function flipButton() {
    return h("button.icon", { type: "button", "aria-label": t("control.flip"), onclick: () => { flipped = !flipped; draw(true); } }, icon("flip"));
  }

  function seatsText() {
    return table.seats.map((seat, i) => `${seatName(game.name, i, game.seat_names[i])}: ${occupant(game.name, seat)}`).join(" · ");
  }

  function resultText() {
    if (!replay.result) return h("p", {}, t("replay.running"));
    return h("p", {}, h("strong", {}, outcomeText(game.name, replay.result, table.seats)), " ", reasonText(game.name, replay.result, table.seats));
  }

  /** @param {number} to */
  function go(to) {
    const next = Math.max(0, Math.min(last, to));
    const quiet = next !== ply + 1;
    ply = next;
    history.replaceState(null, "", `#${ply}`);
    draw(quiet);
  }

  /** @param {boolean} quiet */
  function draw(quiet) {
    const now = positions[ply];
    board.update(stepScene(now, flipped, quiet, table.stage));
    bar.update(now.evaluation, flipped);
    scrubber.value = String(ply);
    const name = ply ? tellStep(now) : t("replay.start");
    set(scrubber, "aria-valuetext", name);
    replace(played, t("replay.ply", { ply, last, move: name }));
    replace(searched, searchText(now.info));
    moves.update(positions.slice(1), table.seats.length, ply);
    events.update(positions.slice(1, ply + 1));
    chart.update(ply);
    replace(link, drawLink(t("replay.link"), `/replay/${id}#${ply}`));
    replace(play, icon(timer ? "stop" : "play"), t(timer ? "replay.stop" : "replay.play"));
  }

  /** Who did what; chance has no name. @param {import("../lib/types.js").Step} step */
  function tellStep(step) {
    const what = step.name === null ? t("moves.hidden") : nameOf(step.name);
    return step.seat < 0 ? what : `${seatName(game.name, step.seat)}: ${what}`;
  }

  function toggle() {
    if (timer) return halt();
    if (ply === last) ply = -1;
    timer = window.setInterval(() => (ply < last ? go(ply + 1) : halt()), PACE);
    go(ply + 1);
  }

  function halt() {
    clearInterval(timer);
    timer = 0;
    draw(true);
  }

  /** A new table that begins with these moves, with the same kinds of seats. */
  async function playFromHere() {
    const actions = positions.slice(1, ply + 1).map((found) => found.action);
    const seats = table.seats.map((seat) => (seat.kind === "agent" ? { kind: "agent", agent: seat.level ?? seat.agent } : { kind: seat.you || seat.kind === "person" ? "me" : "link" }));
    try {
      const made = await post("/tables", { game: game.name, options: table.options, seats, seed: null, actions });
      location.assign(`/table/${made.table}`);
    } catch (error) {
      toast(explain(/** @type {any} */ (error), game.name), "bad");
    }
  }

  listenToKeys((key) => {
    const to = plyByKey(key, ply, last);
    if (to !== null) go(to);
    else if (key === "f") { flipped = !flipped; draw(true); }
    else if (key === "?") openKeys();
    else return false;
    return true;
  });
  addEventListener("hashchange", () => go(plyOfHash(location.hash, last) ?? ply));
  onToggle(page, () => draw(true));
  draw(true);
});
