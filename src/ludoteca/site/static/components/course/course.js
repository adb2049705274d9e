/** A course: positions to answer on the board, a verdict on each with its reason, and how far one is. */
import { get, post } from "../../lib/api.js";
import { h, replace, set, show, useStyle } from "../../lib/dom.js";
import { choose, setting } from "../../lib/settings.js";
import { say } from "../../lib/speech.js";
import { explain, language, t, tOr } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";
import { countRight, nextLesson, readProgress, withVerdict } from "./progress.js";

useStyle(new URL("course.css", import.meta.url).href);

/** @param {HTMLElement} host @param {import("../../lib/types.js").GameCard} game @param {import("../../lib/types.js").MountBoard} mountBoard */
export async function mountCourse(host, game, mountBoard) {
  /** @type {{lessons: import("../../lib/wire.js").Lesson[]}} */
  const { lessons } = await get(`/games/${game.name}/course`);
  const names = lessons.map((lesson) => lesson.name);
  const kept = `${game.name}.course`;
  let progress = readProgress(setting(kept), names);
  let number = nextLesson(progress, names);
  /** @type {import("../../lib/wire.js").Verdict | null} */
  let verdict = null;

  const list = h("ol.course-list", { "aria-label": t("course.list") });
  const done = h("p.course-progress");
  const title = h("h2.course-title", { tabindex: -1 });
  const text = h("p.course-text");
  const answer = h("div.course-answer");
  const buttons = h("div.row.course-buttons");
  const board = h("div.board");
  const side = h("div.play-own");
  const table = mountBoard(board, { play: (action) => grade(action), ask: (attempt) => whyNot(attempt), say, side });
  replace(host, h("div.course", {},
    h("section.panel.course-lesson", {}, title, text, answer, buttons),
    h("div.course-board", {}, h("div.play-board", {}, board), side),
    h("section.panel.course-all", { "aria-label": t("course.list") }, h("p.soft", {}, tOr(`${game.name}.course.summary`, "")), done, list,
      h("button.plain", { type: "button", onclick: anew }, t("course.anew")))));

  /** @param {number} to */
  function go(to) {
    number = to;
    verdict = null;
    draw();
    title.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  function anew() {
    progress = {};
    choose(kept, "");
    go(0);
  }

  /** @param {number} action */
  async function grade(action) {
    const asked = number;
    const told = await post(`/games/${game.name}/course`, { lesson: asked, action }).catch((error) => toast(explain(error, game.name), "bad"));
    if (!told || asked !== number) return;
    verdict = told;
    progress = withVerdict(progress, names[number], told.verdict);
    choose(kept, JSON.stringify(progress));
    draw();
    say([t(`course.${told.verdict}`), ...wordsOf()].join(" "));
    /** @type {HTMLElement | null} */ (buttons.querySelector(".primary"))?.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "nearest" });
  }

  /** @param {Record<string, any>} attempt */
  async function whyNot(attempt) {
    const { why } = await post(`/games/${game.name}/course`, { lesson: number, attempt });
    toast(explain(why, game.name), "bad");
  }

  /** Why the answer is good or bad, and why another is better. */
  function wordsOf() {
    if (!verdict) return [];
    return [...(verdict.words?.[language] ?? []), ...(verdict.best_words?.[language] ?? [])];
  }

  function draw() {
    const { name, stage, position, legal, mover } = lessons[number];
    replace(title, h("span.course-number", {}, t("course.lesson", { n: number + 1, most: lessons.length })), " ", t(`${game.name}.course.${name}.title`));
    replace(text, t(`${game.name}.course.${name}.text`));
    show(answer, verdict !== null);
    set(answer, "data-verdict", verdict?.verdict ?? null);
    replace(answer, verdict && h("p.course-verdict", {}, h("strong", {}, t(`course.${verdict.verdict}`)), " ", wordsOf().join(" ")));
    drawButtons();
    drawList();
    const hint = verdict && verdict.verdict !== "right" ? verdict.best : null;
    table.update({ stage, position, legal, last: null, ply: 0, mover, flipped: false, playable: verdict === null, hint, you: [mover], quiet: true });
  }

  function drawButtons() {
    const last = number === lessons.length - 1;
    replace(buttons, verdict && [
      last ? h("a.button.primary", { href: `/#play-${game.name}` }, t("play")) : h("button.primary", { type: "button", onclick: () => go(number + 1) }, t("course.next")),
      verdict.verdict !== "right" && h("button", { type: "button", onclick: () => go(number) }, t("course.again")),
    ]);
    show(buttons, verdict !== null);
  }

  function drawList() {
    const complete = Object.keys(progress).length === lessons.length;
    replace(done, h("strong", {}, t("course.progress", { right: countRight(progress), most: lessons.length })), complete && ` ${t("course.done")}`);
    replace(list, names.map((name, i) => {
      const kind = progress[name] ?? "none";
      return h("li", { "data-verdict": kind }, h("button.plain", { type: "button", "aria-current": i === number ? "step" : null, onclick: () => go(i) },
        t(`${game.name}.course.${name}.title`), h("span.visually-hidden", {}, `, ${t(`course.done.${kind}`)}`)));
    }));
  }

  draw();
}
