/** The Dicewars board: players' bar, map, strip. Click an area of yours, then where its dice shall go. */
import { mountCoach } from "ludoteca/components/coach/coach.js";
import { h, prefersStill, set } from "ludoteca/lib/dom.js";
import { setting } from "ludoteca/lib/settings.js";
import { t } from "ludoteca/lib/texts.js";
import { makeAnimator, paceOf, speed } from "./animation.js";
import { adviceFor } from "./coach.js";
import { mountMap } from "./map-view.js";
import { loadMap } from "./maps.js";
import { endOf, marks, movesFrom, moveTo, pick, rowsOf } from "./model.js";
import { mountPlayers } from "./players.js";
import { mountStrip } from "./strip.js";
import { nameArea, nameChoice } from "./words.js";

/** @typedef {import("ludoteca/lib/types.js").Scene} Scene */
/** @typedef {import("./model.js").DicePosition} DicePosition */
/** @typedef {import("./model.js").DiceMove} DiceMove */

/** @param {HTMLElement} host @param {import("ludoteca/lib/types.js").Actions} actions @returns {import("ludoteca/lib/types.js").Board} */
export function mountBoard(host, actions) {
  host.classList.add("dice-board");
  const frame = h("div.dice-frame");
  const map = mountMap(frame, { pick: click, cancel: () => choose(null), point: hover });
  const players = mountPlayers(map.prefix);
  const strip = mountStrip(endTurn, () => choose(null));
  const coach = mountCoach("dicewars");
  host.append(players.element, frame, strip.element, coach.element);
  host.addEventListener("keydown", (event) => event.key === "e" && !event.ctrlKey && !event.metaKey && endTurn());
  const animator = makeAnimator({ map, strip, paint: (land) => map.paint(land) });
  /** @type {Scene} */
  let scene;
  /** @type {import("./model.js").Land} */
  let land = { owner: [], dice: [] };
  /** @type {number | null} */
  let chosen = null;
  /** @type {number | null} */
  let pointed = null;
  /** @type {number[] | null} who owned what when the person last saw their own turn */
  let remembered = null;
  let running = 0;

  const position = () => /** @type {DicePosition} */ (scene.position);
  const legal = () => /** @type {DiceMove[]} */ (scene.playable && !running ? scene.legal : []);
  const own = () => (scene.playable ? scene.mover : (scene.seats?.findIndex((seat) => seat.you) ?? -1));

  /** @param {number} area */
  function click(area) {
    if (running) return skip();
    if (!scene.playable || position().phase !== "turn") return;
    const found = pick(legal(), chosen, area);
    if (found.attempt) actions.ask(found.attempt);
    choose(found.chosen);
    if (found.play !== undefined) actions.play(found.play);
  }

  /** Whoever clicks while others play does not want to wait. */
  function skip() {
    actions.hurry?.();
    animator.stop();
  }

  /** @param {number | null} area */
  function choose(area) {
    if (!scene) return;
    chosen = scene.playable ? area : null;
    drawChoices();
  }

  /** @param {number | null} area */
  function hover(area) {
    if (area === pointed) return;
    pointed = area;
    const move = chosen === null || area === null ? undefined : moveTo(legal(), chosen, area);
    if (chosen !== null) map.showOdds(movesFrom(legal(), chosen), pointed, land);
    if (move) strip.preview(move, land);
  }

  function endTurn() {
    const move = scene && endOf(legal());
    if (!move) return;
    actions.play(move.action);
    map.focus();
  }

  function drawChoices() {
    const playing = scene.playable && !running;
    map.light(marks(legal(), chosen));
    map.showOdds(chosen === null ? [] : movesFrom(legal(), chosen), pointed, land);
    map.name((area) => [nameArea(land, area, map.neighbours(area), own()), nameChoice(legal(), chosen, area)].filter(Boolean).join(", "), chosen, playing);
    strip.allow(playing ? endOf(legal()) : undefined, position().transfers, chosen !== null);
    coach.update(adviceFor({ position: position(), legal: legal(), chosen, playable: playing, own: own() }));
  }

  /** Everything as the position has it. */
  function settle() {
    const { owner, dice, phase, battle } = position();
    land = { owner, dice };
    map.paint(land);
    map.point(scene.hint ?? scene.pending ?? (phase === "battle" && battle ? { source: battle[0], target: battle[1] } : null), scene.hint ? "hint" : "attack");
    players.update(rowsOf(position()), scene.seats);
    set(strip.element, "data-hint", scene.hint?.kind === "end");
    drawChoices();
    host.dataset.ply = String(scene.ply);
    if (phase === "turn" && scene.playable) welcome();
  }

  /** What a person lost since their last turn. */
  function welcome() {
    const mine = scene.mover;
    const lost = (remembered ?? []).flatMap((seat, area) => (seat === mine && land.owner[area] !== mine ? [area + 1] : []));
    if (lost.length) strip.write(t("dicewars.strip.lost", { areas: lost.join(", ") }));
    remembered = [...land.owner];
  }

  /** @param {Scene} next */
  function update(next) {
    const before = scene;
    scene = next;
    const stage = next.stage?.neighbours ? next.stage : position().map;
    if (stage) map.build(/** @type {any} */ (stage), !host.inert);
    else if (position().map_seed && position().phase !== "map") return fetchMap(next);
    set(map.element, "data-patterns", setting("dicewars.patterns") === "on");
    const moved = !before || next.ply !== before.ply;
    if (!moved && running) return undefined; // what runs ends with the newest scene
    if (moved) chosen = null;
    const steps = next.last?.steps ?? [];
    if (before && next.ply > before.ply && !next.quiet && steps.length && speed() && !prefersStill()) return animate(steps);
    animator.stop();
    if (moved) showLast(steps);
    settle();
    return undefined;
  }

  /** The dice of a battle stay to be read when nothing moves. @param {import("ludoteca/lib/types.js").MoveStep[]} steps */
  function showLast(steps) {
    for (const step of steps) if (step.type !== "turn") strip.show(step);
  }

  /** @param {import("ludoteca/lib/types.js").MoveStep[]} steps */
  async function animate(steps) {
    running += 1;
    const mine = running;
    drawChoices();
    await animator.play(land, steps, paceOf(steps, own()));
    if (mine !== running) return; // another has begun
    running = 0;
    settle();
  }

  /** The map was drawn by chance: the server grows it again from its number. @param {Scene} next */
  async function fetchMap(next) {
    const found = await loadMap({ map_seed: position().map_seed, variant: position().variant, players: position().seats.areas.length });
    map.build(found, !host.inert);
    if (scene === next) update({ ...next, stage: found, quiet: true });
  }

  return { update, complain: (areas) => map.shake(areas) };
}
