/** The table page. The server's `table` message is the whole truth; `draw` shows it, and may be called at any time. */
import { openPage } from "../app/frame.js";
import { Session } from "../app/session.js";
import { mountControls } from "../components/controls/controls.js";
import { mountEvalBar } from "../components/eval-bar/eval-bar.js";
import { mountEvents } from "../components/events/events.js";
import { listenToKeys, openKeys } from "../components/keys/keys.js";
import { mountMoveList } from "../components/move-list/move-list.js";
import { drawNotice } from "../components/notice/notice.js";
import { mountResult } from "../components/result/result.js";
import { mountSeat } from "../components/seats/seats.js";
import { mountShare } from "../components/share/share.js";
import { mountThink } from "../components/think/think.js";
import { mountToggles, onToggle } from "../components/toggles/toggles.js";
import { mountTyped } from "../components/typed/typed.js";
import { get } from "../lib/api.js";
import { h, replace, show } from "../lib/dom.js";
import { findGame, gameTitle, loadBoard, nameSeats } from "../lib/games.js";
import { plyByKey } from "../lib/moves.js";
import { otherOptions } from "../lib/options.js";
import { sceneOf, seatOrder, turnedBy } from "../lib/scene.js";
import { say } from "../lib/speech.js";
import { sentence, seatName, t, tOr } from "../lib/texts.js";

openPage("table", async (main) => {
  const id = location.pathname.split("/")[2];
  const session = await Session.open(id, new URLSearchParams(location.search).get("join"));
  history.replaceState(null, "", `/table/${id}`);
  const game = await findGame(session.table.game);
  const { page, mountBoard } = await loadBoard(game);
  document.title = `${gameTitle(game)} · Ludoteca`;
  document.documentElement.dataset.game = game.name; // a game's style may say how its seats are coloured

  const nameOf = (/** @type {string} */ name) => page.names?.(name, session.table.position) ?? name;
  const host = h("div.board");
  const side = h("div.play-own");
  nameSeats(game, page, session.table.stage);
  const board = mountBoard(host, { play: session.play, ask: session.ask, say, think: session.think, stop: session.stopThinking, history: async () => (await get(`/tables/${id}/replay`)).positions, side });
  const names = session.table.seats.map((seat, i) => seatName(game.name, i, game.seat_names[i] ?? seat.name));
  const bar = mountEvalBar(names);
  const seats = session.table.seats.map(() => mountSeat(game, session.switchLevel));
  const above = h("div.play-seats");
  const below = h("div.play-seats");
  const result = mountResult({ rematch: session.rematch, answer: session.answer, live: () => session.look(Infinity) }, nameOf);
  const hides = page.hides ?? []; // what its board shows or offers itself
  const controls = mountControls(game.name, control, hides);
  const moves = mountMoveList(game.name, session.look, nameOf, page.lists);
  const events = mountEvents();
  const typed = mountTyped(session.playText);
  const think = mountThink(game, { start: session.think, stop: session.stopThinking, point: session.point, nameOf });
  const share = mountShare(game, id, { title: t("share"), open: session.table.links.join.length > 0 });
  let turned = turnedBy(session.table);

  replace(main, h("h1.visually-hidden", {}, gameTitle(game)), drawNotice(page),
    h("div.play", {},
      h("div.play-main", {}, !hides.includes("seats") && above, h("div.play-board", {}, bar.element, host), below),
      h("div.play-side", {}, h("p.play-title", {}, h("a", { href: `/help/${game.name}` }, gameTitle(game)), " ", h("span.soft", {}, optionsText())),
        result.element, controls.element, share.element, side, hides.includes("seats") && above, moves.element, !hides.includes("events") && events.element, !hides.includes("typed") && typed.element, mountToggles(page)),
      h("div.play-mind", {}, think.element)));
  if (session.table.links.join.length === 0) main.querySelector(".play-side")?.append(share.element);

  function optionsText() {
    return otherOptions(game).slice(0, 1).map((option) => {
      const value = session.table.options[option.name];
      return tOr(`${game.name}.choice.${option.name}.${value}`, sentence(String(value ?? "")));
    }).join(" · ");
  }

  /** @param {import("../components/controls/controls.js").Control} what */
  function control(what) {
    if (what === "flip") turned = !turned;
    if (what === "flip") draw();
    else if (what === "keys") openKeys();
    else session.control(what);
  }

  function draw() {
    const { table } = session;
    const order = seatOrder(table.seats.length, turned);
    placeSeats(above, order.above);
    placeSeats(below, order.below);
    board.update(sceneOf(table, { flipped: turned, step: session.step(), pointed: session.pointed(), quiet: session.quiet(), analysis: session.analysis }));
    bar.update(session.step()?.evaluation ?? (session.looking === null ? table.evaluation : null), turned);
    show(bar.element, table.seats.length === 2 && game.undo && (table.evaluation !== null || table.seats.some((seat) => seat.kind === "agent")));
    result.update(table, { looking: session.looking !== null, online: session.online, hint: session.hint });
    moves.update(table.moves, table.seats.length, session.looking ?? table.ply);
    events.update(table.moves.slice(0, session.looking ?? table.ply));
    typed.update(session.yours());
    drawControls();
    share.update(table.links);
    think.allow(session.mayThink());
    think.run(session.searching);
    if (session.analysis) think.update(session.analysis, session.analyst);
  }

  /** @param {HTMLElement} where @param {number[]} order */
  function placeSeats(where, order) {
    order.forEach((seat, i) => {
      const { element, update } = seats[seat];
      if (where.children[i] !== element) where.append(element);
      update(seat, session.table, { fraction: session.table.mover === seat ? session.fraction : null, switchable: session.table.you.length > 0 && !session.table.result });
    });
  }

  function drawControls() {
    const { table } = session;
    const playing = table.you.length > 0 && !table.result;
    controls.update(
      { hint: playing, undo: playing && game.undo, draw: playing && table.seats.length === 2 && game.kind.utility === "zero-sum", resign: playing },
      { hint: session.yours() && table.think, undo: table.undo });
  }

  listenToKeys((key) => {
    const ply = plyByKey(key, session.looking ?? session.table.ply, session.table.ply);
    if (ply !== null) session.look(ply);
    else if (key === "f") control("flip");
    else if (key === "?") openKeys();
    else if (key === "h" && session.yours() && session.table.think) session.control("hint");
    else if (key === "u") session.control("undo");
    else return false;
    return true;
  });
  onToggle(page, draw);
  session.listen({ draw, complain: (squares) => board.complain?.(squares), sound: (move) => page.sound?.(move) ?? "move",
    speak: (move) => page.speak?.(move, session.table.position) });
  draw();
});
