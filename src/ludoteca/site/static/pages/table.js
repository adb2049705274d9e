/** The table page. The session's store holds what is shown; each part of the page is drawn when what it shows has changed. */
import { runClocks } from "../app/clocks.js";
import { openPage } from "../app/frame.js";
import { pace } from "../app/hold.js";
import { mountNotices } from "../app/notices.js";
import { isYours, Session } from "../app/session.js";
import { mountChat } from "../components/chat/chat.js";
import { mountControls } from "../components/controls/controls.js";
import { mountEvalBar } from "../components/eval-bar/eval-bar.js";
import { mountEvents } from "../components/events/events.js";
import { listenToKeys, openKeys } from "../components/keys/keys.js";
import { mountMoveList } from "../components/move-list/move-list.js";
import { mountNews } from "../components/news/news.js";
import { drawNotice } from "../components/notice/notice.js";
import { mountResult } from "../components/result/result.js";
import { mountSeat } from "../components/seats/seats.js";
import { mountShare } from "../components/share/share.js";
import { mountThink } from "../components/think/think.js";
import { mountToggles, onToggle } from "../components/toggles/toggles.js";
import { mountTyped } from "../components/typed/typed.js";
import { clockName } from "../lib/clock.js";
import { h, replace, show } from "../lib/dom.js";
import { findGame, gameTitle, loadBoard, nameSeats } from "../lib/games.js";
import { numberByKey } from "../lib/moves.js";
import { otherOptions } from "../lib/options.js";
import { onSetting } from "../lib/settings.js";
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
  const hides = page.hides ?? []; // what its board shows or offers itself
  nameSeats(game, page, session.table.stage);
  const board = mountBoard(host, {
    play: session.play, ask: session.ask, say, hurry: () => session.queue.hurry(), think: session.think, stop: session.stopThinking,
    history: () => session.positions.all(session.table.count), side, pace,
  });
  session.queue.patience = page.patience ?? session.queue.patience;
  const names = session.table.seats.map((seat, i) => seatName(game.name, i, game.seat_names[i] ?? seat.name));
  const bar = mountEvalBar(names);
  const seats = session.table.seats.map(() => mountSeat(game, session.switchLevel));
  const { store } = session;
  const above = h("div.play-seats");
  const below = h("div.play-seats");
  const result = mountResult({ rematch: session.rematch, answer: session.answer, live: () => session.look(Infinity) }, nameOf);
  const controls = mountControls(game.name, control, hides);
  const moves = mountMoveList(game.name, session.look, nameOf, page.lists);
  const events = mountEvents();
  const typed = mountTyped(session.playText);
  const news = mountNews(game.name, nameOf, page.lists);
  const chat = mountChat(id, { say: session.chat, listen: session.hear });
  const notice = mountNotices(document.title, gameTitle(game));
  const think = mountThink(game, { start: session.think, stop: session.stopThinking, point: session.point, nameOf });
  const share = mountShare(game, id, { title: t("share"), open: session.table.links.join.length > 0 });
  store.set({ flipped: turnedBy(session.table) });

  replace(main, h("h1.visually-hidden", {}, gameTitle(game)), drawNotice(page),
    h("div.play", {},
      h("div.play-main", {}, !hides.includes("seats") && above, h("div.play-board", {}, bar.element, host), !hides.includes("seats") && below),
      h("div.play-side", {}, h("p.play-title", {}, h("a", { href: `/help/${game.name}` }, gameTitle(game)), " ", h("span.soft", {}, optionsText())),
        result.element, !hides.includes("news") && news.element, controls.element, share.element, chat.element, side, moves.element, !hides.includes("events") && events.element,
        !hides.includes("typed") && typed.element, mountToggles(page), hides.includes("seats") && [above, below]),
      h("div.play-mind", {}, think.element)));
  if (session.table.links.join.length === 0) main.querySelector(".play-side")?.append(share.element);

  function optionsText() {
    return otherOptions(game).slice(0, 1).map((option) => {
      const value = session.table.options[option.name];
      return tOr(`${game.name}.choice.${option.name}.${value}`, sentence(String(value ?? "")));
    }).concat(session.table.clock ? clockName(session.table.clock) : [], session.table.rated ? t("rated") : []).join(" · ");
  }

  /** @param {import("../components/controls/controls.js").Control} what */
  function control(what) {
    if (what === "flip") session.flip();
    else if (what === "keys") openKeys();
    else session.control(what);
  }

  /** @param {HTMLElement} where @param {number[]} order */
  function placeSeats(where, order) {
    order.forEach((seat, i) => where.children[i] !== seats[seat].element && where.append(seats[seat].element));
  }

  function watchSeats() {
    store.watch(({ flipped }) => [flipped], (flipped) => {
      const order = seatOrder(seats.length, flipped, page.seats === "below");
      placeSeats(above, order.above);
      placeSeats(below, order.below);
    });
    seats.forEach(({ update, progress }, seat) => {
      store.watch(({ table }) => [table.seats[seat], table.mover === seat && !table.result, table.you.length > 0 && !table.result],
        (who, moves, switchable) => update(seat, who, { moves, switchable }));
      store.watch(({ table, fraction }) => [table.mover === seat ? fraction : null], progress);
    });
  }

  function watchBoard() {
    store.watch(({ table, flipped, step, pointed, pending, behind, analysis }) =>
      [table.stage, table.position, table.legal, table.last, table.count, table.mover, table.result, table.you, flipped, step, pointed, pending, behind, analysis],
    () => { session.drawing = board.update(sceneOf(session.table, session.state)) ?? undefined; });
    store.watch(({ pending }) => [pending], (pending) => host.toggleAttribute("data-pending", Boolean(pending)));
    store.watch(({ evaluation, flipped }) => [evaluation, flipped], bar.update);
    store.watch(({ table }) => [table.think && !table.result], (fair) => { show(bar.element, fair); session.evaluate(); });
    store.watch(({ table, behind }) => [table.ply, table.you, behind], session.evaluate);
    onSetting("evaluation", session.evaluate);
  }

  function watchSide() {
    store.watch(({ table, looking, online, hint }) => [table.result, table.offer, table.mover, table.seats, table.you, looking !== null, online, hint],
      () => result.update(session.table, { looking: session.state.looking !== null, online: session.state.online, hint: session.state.hint }));
    store.watch(({ table, earlier }) => [table.moves, earlier], () => {
      moves.update(allMoves(), session.table.seats.length, session.state.looking ?? session.table.count);
    });
    store.watch(({ table, looking }) => [looking ?? table.count], moves.point);
    store.watch(({ table, earlier, looking }) => [table.moves, earlier, looking], () => events.update(allMoves().slice(0, session.state.looking ?? undefined)));
    store.watch((state) => [isYours(state)], typed.update);
    store.watch((state) => [state.table.you.length > 0 && !state.table.result, isYours(state) && state.table.think, state.table.undo], drawControls);
    store.watch(({ table }) => [table.links], share.update);
  }

  function watchPeople() {
    store.watch(({ table }) => [table.seats, table.you], () => chat.meet(session.table));
    store.watch(({ chat: lines }) => [lines], chat.update);
    store.watch(({ table, earlier, behind }) => [table.moves, earlier, table.you, behind, table.result],
      () => news.update(session.table.result ? [] : allMoves(), session.table.you));
    store.watch(({ table }) => [!table.result && table.you.includes(table.mover), table.you.length === table.seats.length], notice);
    session.connected = () => { chat.listen(); session.evaluate(); };
    if (session.table.clocks) runClocks(session, seats);
  }

  function watchThinking() {
    store.watch(({ table }) => [table.think && !table.result], think.allow);
    store.watch(({ searching }) => [searching], think.run);
    store.watch(({ analysis, analyst }) => [analysis, analyst], (analysis, analyst) => analysis && think.update(analysis, analyst));
  }

  /** Every move, as far as it is there already. */
  function allMoves() {
    const { table, earlier } = session.state;
    return earlier.length === table.moves_from ? [...earlier, ...table.moves] : table.moves;
  }

  /** @param {boolean} playing @param {boolean} hint @param {boolean} undo */
  function drawControls(playing, hint, undo) {
    controls.update(
      { hint: playing, undo: playing && game.undo, draw: playing && seats.length === 2 && game.kind.utility === "zero-sum", resign: playing },
      { hint, undo });
  }

  listenToKeys((key) => {
    const { table, looking } = session.state;
    const number = numberByKey(key, looking ?? table.count, table.count);
    if (number !== null) session.look(number);
    else if (key === "f") control("flip");
    else if (key === "?") openKeys();
    else if (key === "h" && isYours(session.state) && table.think) session.control("hint");
    else if (key === "u") session.control("undo");
    else return false;
    return true;
  });
  onToggle(page, () => store.redraw());
  session.view = { complain: (squares) => board.complain?.(squares), sound: (move) => page.sound?.(move) ?? "move",
    speak: (move) => page.speak?.(move, session.table.position) };
  watchSeats();
  watchBoard();
  watchSide();
  watchThinking();
  watchPeople();
  session.listen();
});
