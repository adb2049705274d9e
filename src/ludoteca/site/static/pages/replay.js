/** The replay page: every position of a game, with a scrubber and a link to each. Positions come in pages, when they are wanted. */
import { openPage } from "../app/frame.js";
import { loadMoves, Positions } from "../app/positions.js";
import { pause } from "../app/show-queue.js";
import { mountAnalysis } from "../components/analysis/analysis.js";
import { mountDeal } from "../components/analysis/deal.js";
import { mountLearn } from "../components/analysis/learn.js";
import { mountEvents } from "../components/events/events.js";
import { listenToKeys, openKeys } from "../components/keys/keys.js";
import { mountMoveList } from "../components/move-list/move-list.js";
import { drawNotice } from "../components/notice/notice.js";
import { drawLink, mountShare } from "../components/share/share.js";
import { toast } from "../components/toast/toast.js";
import { mountToggles, onToggle } from "../components/toggles/toggles.js";
import { mountPlayOn } from "../components/play-on/play-on.js";
import { mountVariation } from "../components/variation/variation.js";
import { h, replace, set } from "../lib/dom.js";
import { findGame, gameTitle, loadBoard, nameSeats } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { numberByKey, numberOfHash } from "../lib/moves.js";
import { outcomeText, reasonText } from "../lib/outcome.js";
import { askedScene, stepScene, triedScene } from "../lib/scene.js";
import { searchText } from "../lib/search-info.js";
import { say } from "../lib/speech.js";
import { explain, occupant, seatName, t } from "../lib/texts.js";

const PACE = 900;
const MOST = 999_999;
const AHEAD = 20; // positions before the end of a page when the next is asked for

openPage("replay", async (main) => {
  const id = location.pathname.split("/")[2];
  const positions = new Positions(id);
  const replay = await positions.load(numberOfHash(location.hash, MOST) ?? 0);
  const { table } = replay;
  const last = table.count;
  let number = numberOfHash(location.hash, last) ?? last;
  const [game, played] = await Promise.all([findGame(table.game), loadMoves(id, last), positions.at(number)]);
  const { page, mountBoard } = await loadBoard(game);
  const opening = positions.known.find(Boolean)?.position ?? {};
  let flipped = false;
  let running = false;
  document.title = `${t("replay")}: ${gameTitle(game)} · Ludoteca`;
  document.documentElement.dataset.game = game.name;

  const nameOf = (/** @type {string} */ name) => page.names?.(name, opening) ?? name;
  const host = h("div.board");
  const side = h("div.play-own");
  nameSeats(game, page, table.stage);
  const board = mountBoard(host, { play: (action) => trial().play(action), ask: (attempt) => trial().ask(attempt), say, history: () => positions.all(last), side });
  const scrubber = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": t("replay.scrubber"), oninput: () => go(Number(scrubber.value)) });
  const told = h("p.replay-move");
  const searched = h("p.soft.replay-search");
  const play = h("button", { type: "button", onclick: toggle });
  const moves = mountMoveList(game.name, go, nameOf, page.lists);
  const events = mountEvents();
  const link = h("div");
  const overview = h("div");
  /** @type {{update: (number: number) => void} | null} */
  let whole = null;
  const share = mountShare(game, id, { title: t("share") });
  const tries = mountVariation({ table: id, game: game.name, seats: table.seats }, {
    nameOf, number: () => number, leave: () => draw(true),
    draw: (told, quiet) => {
      halt();
      board.update(triedScene(told, flipped, quiet, table));
    },
  });
  const learn = mountLearn({ table: id, game: game.name }, {
    nameOf, leave: () => draw(true),
    draw: (decision, playable, hint) => {
      halt();
      board.update(askedScene(decision, flipped, playable, hint, table));
    },
  });
  const trial = () => (learn.active ? learn : tries);
  const analysis = replay.result && mountAnalysis({ table: id, game: game.name, seats: table.seats, you: table.you, count: last }, {
    nameOf, go, learn: (list, found) => { tries.end(); learn.begin(list, found); },
  });
  const deal = replay.result && mountDeal({ table: id, game: game.name, points: game.kind.utility === "co-operative", seated: table.you.length > 0 });
  const playOn = replay.result && mountPlayOn({ table: id, game, seats: table.seats, you: table.you }, () => ({ from: tries.from ?? number, actions: tries.active ? tries.actions : [] }));

  replace(main, h("h1", {}, `${t("replay")}: ${gameTitle(game)}`), drawNotice(page),
    h("div.play.play-replay", {},
      h("div.play-main", {}, h("div.play-board", {}, host), scrubber,
        h("div.row.replay-steps", {}, step("first", () => 0), step("back", () => number - 1), play, step("next", () => number + 1), step("last", () => last), !page.hides?.includes("flip") && flipButton(), replay.result && tries.button)),
      h("div.play-side", {}, learn.element, tries.element,
        h("section.panel.replay-state", { "aria-label": t("state") }, h("p.replay-seats", {}, seatsText()), resultText(), told, searched),
        overview, side, moves.element, !page.hides?.includes("events") && events.element, playOn?.element, link,
        share.element, mountToggles(page)),
      h("div.play-mind", {}, analysis?.element, deal?.element)));
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
  async function go(to) {
    const next = Math.max(0, Math.min(last, to));
    tries.end();
    learn.end();
    const quiet = next !== number + 1;
    number = next;
    history.replaceState(null, "", `#${number}`);
    await draw(quiet);
  }

  /** @param {boolean} quiet */
  async function draw(quiet) {
    if (trial().active) return trial().redraw();
    const wanted = number;
    const now = await positions.at(wanted).catch((error) => toast(explain(error), "bad"));
    if (!now || wanted !== number) return; // somebody has gone on meanwhile
    const drawn = board.update(stepScene(now, flipped, quiet, table));
    scrubber.value = String(number);
    const name = number ? tellStep(now) : t("replay.start");
    set(scrubber, "aria-valuetext", name);
    replace(told, t("replay.ply", { ply: number, last, move: name }));
    replace(searched, searchText(now.info));
    moves.point(number);
    events.update([...openingEvents(), ...played.slice(0, number)]);
    analysis?.update(number);
    whole?.update(number);
    replace(link, drawLink(t("replay.link"), `/replay/${id}#${number}`));
    if (number + AHEAD < last) positions.at(number + AHEAD).catch(() => undefined);
    await drawn;
  }

  /** What the page says of the whole game, once all of it is here. */
  async function showWhole() {
    if (!page.replay) return;
    const [{ mountReplay }, steps] = await Promise.all([page.replay(), positions.all(last)]);
    whole = mountReplay(overview, steps, go);
    whole.update(number);
  }

  function openingEvents() {
    return positions.known[0] ? [positions.known[0]] : [];
  }

  function drawPlay() {
    replace(play, icon(running ? "stop" : "play"), t(running ? "replay.stop" : "replay.play"));
  }

  /** Who did what. @param {import("../lib/types.js").Step} step */
  function tellStep(step) {
    const what = [step.name === null ? t("moves.hidden") : nameOf(step.name), ...(step.chance ?? []).map(nameOf).filter(Boolean).slice(0, 3)].join(" · ");
    return step.seat === null ? what : `${seatName(game.name, step.seat)}: ${what}`;
  }

  async function toggle() {
    if (running) return halt();
    if (number === last) number = -1;
    running = true;
    drawPlay();
    while (running && number < last) {
      await go(number + 1); // until the board has shown it
      await pause(PACE);
    }
    halt();
  }

  function halt() {
    running = false;
    drawPlay();
  }

  listenToKeys((key) => {
    const to = numberByKey(key, number, last);
    if (to !== null) go(to);
    else if (key === "f") { flipped = !flipped; draw(true); }
    else if (key === "?") openKeys();
    else return false;
    return true;
  });
  addEventListener("hashchange", () => go(numberOfHash(location.hash, last) ?? number));
  onToggle(page, () => { moves.update(played, table.seats.length, number); draw(true); });
  moves.update(played, table.seats.length, number);
  drawPlay();
  await draw(true);
  await showWhole();
});
