/** Dragging from cell to cell, with mouse, pen or finger. A press that does not move stays a click. */
import { idOf } from "./cells.js";

const THRESHOLD = 6;

/**
 * @param {HTMLElement} grid
 * @param {{start: (id: number) => boolean, move: (x: number, y: number) => void, drop: (id: number | null) => void}} how
 *   `start` answers whether the cell may be dragged
 */
export function makeDraggable(grid, how) {
  /** @type {{id: number, x: number, y: number, pointer: number, dragging: boolean} | null} */
  let held = null;

  grid.addEventListener("pointerdown", (event) => {
    const id = idOf(event.target);
    if (id === null || event.button !== 0) return;
    held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.dragging) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
      if (!how.start(held.id)) return void (held = null);
      held.dragging = true;
      grid.dataset.dragging = "";
    }
    how.move(event.clientX, event.clientY);
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { dragging, id } = held;
    end();
    if (!dragging) return;
    const target = idOf(document.elementFromPoint(event.clientX, event.clientY));
    if (target === id) swallowClick();
    how.drop(target);
  });

  addEventListener("pointercancel", () => {
    if (held?.dragging) how.drop(null);
    end();
  });

  function end() {
    held = null;
    delete grid.dataset.dragging;
  }

  /** A drag that ends where it began is no click. */
  function swallowClick() {
    const stop = (/** @type {Event} */ event) => event.stopPropagation();
    grid.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => grid.removeEventListener("click", stop, { capture: true }), 50);
  }
}
