/** A small picture of how a table stands, drawn by the game's own board when it comes into view. */
import { get } from "../../lib/api.js";
import { h, replace, useStyle } from "../../lib/dom.js";
import { findGame, loadBoard } from "../../lib/games.js";

useStyle(new URL("thumbnail.css", import.meta.url).href);

/** @param {string} table @param {Element | null} instead the game's picture, until and unless there is one */
export function drawThumbnail(table, instead) {
  const element = h("div.thumbnail", { "aria-hidden": "true", inert: true }, instead);
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    fill(element, table).catch(() => undefined); // the game's picture stays
  });
  watcher.observe(element);
  return element;
}

/** @param {HTMLElement} element @param {string} table */
async function fill(element, table) {
  /** @type {import("../../lib/wire.js").Picture} */
  const picture = await get(`/tables/${table}/picture`);
  const game = await findGame(picture.game);
  if (!game.page || game.page.problem) return; // text would be too small to read
  const { page, mountBoard } = await loadBoard(game);
  if (page.thumbnail === false) return;
  const host = h("div.board.board-picture", { "data-game": game.name });
  const frame = h("div.thumbnail-frame", {}, host);
  const silent = () => undefined;
  replace(element, frame);
  mountBoard(host, { play: silent, ask: silent, say: silent }).update({
    stage: picture.stage, position: picture.position, legal: [], last: /** @type {any} */ (picture.last), ply: picture.count, mover: -2, flipped: false,
    playable: false, hint: null, quiet: true, seats: [], you: [],
  });
  fit(element, frame);
}

const TALL = 1.5; // of a board that is so much higher than wide the upper part is shown

/** Scales what the board has drawn until it fits. @param {HTMLElement} element @param {HTMLElement} frame */
function fit(element, frame) {
  const wide = element.clientWidth / frame.offsetWidth;
  const tall = frame.offsetHeight > TALL * frame.offsetWidth;
  frame.toggleAttribute("data-tall", tall);
  frame.style.setProperty("--scale", String(tall ? wide : Math.min(wide, element.clientHeight / frame.offsetHeight)));
}
