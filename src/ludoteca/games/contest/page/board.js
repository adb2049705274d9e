/** The board of a contest: the stage above; below it the moves to choose from, what happens in a turn, or the results. */
import { h, prefersStill, replace, set, show } from "ludoteca/lib/dom.js";
import { setting } from "ludoteca/lib/settings.js";
import { percent, t } from "ludoteca/lib/texts.js";
import { coachText } from "./coach.js";
import { mountConsole } from "./console.js";
import { History, mountHistory } from "./history.js";
import { ADVISER, frameOf, sumUp } from "./model.js";
import { Player } from "./player.js";
import { mountResults } from "./results.js";
import { mountStage } from "./stage.js";
import { tellStep } from "./words.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").Stage} Stage */
/** @typedef {import("./model.js").ContestPosition} ContestPosition */
/** @typedef {import("./model.js").TurnStep} TurnStep */

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  const player = new Player();
  const history = new History();
  const log = mountHistory();
  const stage = mountStage((seat) => inspect(seat));
  const text = h("p.contest-message");
  const skip = h("button.contest-skip", { type: "button", onclick: () => player.skip() }, t("contest.skip"));
  const box = h("div.contest-box", {}, text, skip);
  const coach = h("p.contest-coach", { hidden: true });
  const desk = mountConsole({
    pick: (place) => actions.play(scene.legal.find((move) => move.place === place)?.action ?? place),
    think: () => actions.think?.(ADVISER), stop: () => actions.stop?.(), close: () => inspect(null),
  });
  const results = mountResults(actions.say);
  host.classList.add("contest-board");
  host.append(stage.element, box, coach, results.element, desk.element);
  actions.side?.append(log.element);
  /** @type {Scene} */
  let scene;
  /** @type {number | null} */
  let inspected = null;
  let shown = -1; // the ply that is drawn
  let newest = -1; // the ply that will be, once everything has been played
  let queued = 0; // steps of that ply that are played or wait for it
  let asked = ""; // the turn that the adviser was asked about by itself
  let line = Promise.resolve();
  let story = ""; // what happened, where nothing is animated

  const position = () => /** @type {ContestPosition} */ (scene.position);
  const setOf = () => /** @type {Stage} */ (scene.stage);

  /** @param {number | null} seat */
  function inspect(seat) {
    inspected = seat === inspected ? null : seat;
    draw();
  }

  /** Within one move chance may bring more and more steps: only the new ones are played. @param {Scene} next @returns {void | Promise<void>} */
  function update(next) {
    const steps = /** @type {TurnStep[]} */ (next.last?.steps ?? []);
    const same = next.ply === newest;
    const fresh = same ? steps.slice(queued) : steps;
    if (same && !fresh.length) return receive(next);
    const follows = same || (next.ply === newest + 1 && newest >= 0);
    if (next.ply < newest) history.cut(next.ply);
    if (next.last) history.add(next.ply, steps);
    const before = same ? steps.slice(0, queued) : [];
    [newest, queued] = [next.ply, steps.length];
    if (!follows || next.quiet || prefersStill() || !fresh.length) return jump(next, follows ? fresh : null);
    line = line.then(() => act(before, fresh, next));
    return line;
  }

  /** The same position again: a hint, an analysis. @param {Scene} next */
  function receive(next) {
    scene = player.playing ? scene : next;
    later = next;
    if (!player.playing) draw();
  }

  /** @type {Scene} */
  let later;

  /** Without animation. @param {Scene} next @param {TurnStep[] | null} fresh what led to it; null for another position */
  function jump(next, fresh) {
    if (fresh && player.playing) return (line = line.then(() => settle(next)));
    if (!fresh) player.skip();
    if (!fresh) story = "";
    history.complete ||= next.ply === 0;
    settle(next);
    if (!fresh && next.ply > 0 && actions.history) void remember();
    if (!fresh?.length) return;
    story = tellTurn(next.last?.steps ?? []);
    replace(text, story);
    show(box, true);
    actions.say(tellTurn(fresh));
  }

  /** What happened before this page was opened. */
  async function remember() {
    const positions = await actions.history?.();
    for (const step of positions ?? []) if (step.number <= newest) history.add(step.number, step.steps);
    history.complete = true;
    draw();
  }

  /** Play the steps that led to a position, then show it. @param {TurnStep[]} before those of this move that were played @param {TurnStep[]} steps @param {Scene} next */
  async function act(before, steps, next) {
    inspected = null;
    story = "";
    desk.renew();
    show(box, true);
    set(host, "data-playing", true);
    show(coach, false);
    drawDesk(scene.playable ? scene.mover : scene.you?.[0] ?? null, false);
    await player.play(frameOf(position()), steps, (frame, step, first) => {
      stage.draw(setOf(), frame, { own: scene.you ?? [], before: [], winner: null, still: player.skipped, inspected: null });
      const told = tellStep(step, setOf());
      if (!first || !told) return;
      replace(text, told);
      log.draw(history.turns(next.ply - 1, [...before, ...steps.slice(0, steps.indexOf(step) + 1)]), setOf());
      if (!player.skipped) actions.say(told);
    });
    set(host, "data-playing", false);
    settle(later?.ply === next.ply ? later : next);
  }

  /** @param {Scene} next */
  function settle(next) {
    if (shown !== next.ply && next.playable) desk.renew();
    scene = next;
    shown = next.ply;
    draw();
    if (next.playable) desk.focus();
    advise();
  }

  /** Ask by itself, if a person wants that. */
  function advise() {
    const key = `${scene.ply}`;
    if (!scene.playable || setting("contest.adviser") !== "always" || asked === key || !actions.think || scene.analysis) return;
    asked = key;
    actions.think(ADVISER);
  }

  /** A turn in sentences. @param {import("ludoteca/lib/types.js").MoveStep[]} steps */
  const tellTurn = (steps) => steps.filter((step) => !["turn", "hearts", "order"].includes(step.type)).map((step) => tellStep(step, setOf())).join(" ");

  function draw() {
    if (!scene?.stage?.contestants) return;
    const at = position();
    const turns = history.turns(scene.ply);
    const own = scene.you ?? [];
    const seat = scene.playable ? scene.mover : own[0] ?? null;
    const choosing = at.phase === "pick";
    stage.draw(setOf(), frameOf(at), { own, before: choosing ? sumUp(turns.at(-1) ?? []) : [], winner: at.winner, still: Boolean(scene.quiet) || prefersStill(), inspected });
    stage.think(thinkingText());
    log.draw(turns, setOf());
    results.draw(setOf(), at, own, Boolean(scene.quiet) || shown < 0);
    drawDesk(at.phase === "finished" ? null : seat, scene.playable && choosing);
    drawWords(coachText(setOf(), at, seat, scene.playable && choosing), choosing);
  }

  /** What is said between the stage and the moves: what happened, what to do, or what a beginner may want to know. @param {string} advice @param {boolean} choosing */
  function drawWords(advice, choosing) {
    const coached = Boolean(advice) && setting("contest.coach") !== "off" && Boolean(actions.think);
    show(coach, coached);
    replace(coach, coached ? advice : "");
    if (!story) replace(text, !choosing || scene.mover < 0 ? "" : t(scene.playable ? "contest.first" : "contest.secret"));
    show(box, Boolean(text.textContent) && (Boolean(story) || !coached));
  }

  /** @param {number | null} seat @param {boolean} playable */
  function drawDesk(seat, playable) {
    const picked = seat === null ? null : position().contestants[seat].pick;
    desk.draw({
      stage: setOf(), seat, legal: scene.legal, playable, picked: typeof picked === "number" ? picked : null, inspected,
      analysis: scene.analysis ?? null, hint: scene.hint?.place ?? null, mayThink: Boolean(actions.think),
    });
  }

  /** "Thinking: 43 %", as the program of the thesis had it. */
  function thinkingText() {
    const { analysis } = scene;
    if (!analysis) return "";
    return analysis.done ? t("contest.thought") : t("contest.thinking", { percent: percent(analysis.fraction ?? 0) });
  }

  return { update };
}
