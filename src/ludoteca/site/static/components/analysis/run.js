/** Long work on the server: a button that begins it, how far it is, a button that stops it, and what it found. */
import { get, post, remove } from "../../lib/api.js";
import { h, replace, set, show } from "../../lib/dom.js";
import { say } from "../../lib/speech.js";
import { explain, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

const WAIT = 500; // milliseconds between questions

/**
 * @param {string} path @param {{begin: string, running: string, help: string}} texts
 * @param {(found: any) => void} found called once
 */
export function mountRun(path, texts, found) {
  const button = h("button.primary", { type: "button", onclick: begin }, texts.begin);
  const help = h("p.help", {}, texts.help);
  const bar = h("progress", { max: 1, value: 0, "aria-label": texts.running });
  const told = h("p.run-text");
  const stopper = h("button", { type: "button", onclick: stop }, t("analysis.stop"));
  const running = h("div.run-running", { hidden: true }, told, bar, stopper);
  const failed = h("p.error", { hidden: true, role: "alert" });
  const element = h("div.run", { hidden: true }, help, button, running, failed);
  let timer = 0;
  let stopped = false;

  async function begin() {
    stopped = false;
    button.disabled = true;
    const focused = document.activeElement === button;
    await ask(() => post(path));
    button.disabled = false;
    if (focused && !running.hidden) stopper.focus();
  }

  async function stop() {
    stopped = true;
    clearTimeout(timer);
    await remove(path).catch(() => undefined);
    take({ state: "none" });
    button.focus();
  }

  /** @param {() => Promise<any>} question */
  async function ask(question) {
    try {
      take(await question());
    } catch (error) {
      toast(explain(/** @type {any} */ (error)), "bad");
    }
  }

  /** @param {any} state */
  function take(state) {
    const runs = state.state === "running";
    show(element, state.state !== "done");
    show(button, !runs);
    show(help, !runs);
    show(running, runs);
    show(failed, state.state === "failed");
    if (state.state === "failed") replace(failed, explain({ message: state.error }));
    if (runs) drawProgress(state);
    if (state.state !== "done") return;
    found(state.found);
    say(t("analysis.ready"));
  }

  /** @param {{done: number, total: number, yours: boolean}} state */
  function drawProgress({ done, total, yours }) {
    set(bar, "value", total ? done / total : 0);
    replace(told, texts.running, total ? ` ${t("analysis.progress", { done, total })}` : "");
    show(stopper, yours);
    clearTimeout(timer);
    timer = window.setTimeout(() => !stopped && ask(() => get(path)), WAIT);
  }

  /** Look whether it was done already; hides itself where it is not offered. */
  async function look() {
    try {
      take(await get(path));
    } catch {
      show(element, false);
    }
  }

  return { element, look };
}
