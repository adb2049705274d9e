/** The buttons of a board: one for each cell, laid over the drawing; arrow keys move between them. */
import { h, set } from "../../lib/dom.js";
import { step } from "./steps.js";

/** @typedef {{id: number, row: number, column: number, label: string, pressed?: boolean, drags?: boolean}} CellModel */

/**
 * @param {HTMLElement} host
 * @param {{rows: number, columns: number, label: string, pick: (id: number) => void, cancel?: () => void,
 *   hover?: (id: number | null) => void}} how
 */
export function mountCells(host, how) {
  const grid = h("div.cells", { role: "group", "aria-label": how.label });
  grid.style.gridTemplate = `repeat(${how.rows}, 1fr) / repeat(${how.columns}, 1fr)`;
  /** @type {CellModel[]} */
  let cells = [];
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  let current = -1;
  let pressing = false;
  let pointed = false; // whether the focus came by mouse or finger

  grid.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const id = idOf(event.target);
    if (id === null) return;
    focusOn(id, false);
    how.pick(id);
  });
  grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const id = idOf(event.target);
    if (id === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") how.cancel?.();
    if (pointed) return; // whoever clicks on the board walks through the moves with the arrows
    const to = step(cells, /** @type {CellModel} */ (cells.find((cell) => cell.id === id)), event.key);
    if (to) focusOn(to.id, true);
    if (to || event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation(); // the page's arrows walk through the moves
    }
  });
  grid.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => how.hover?.(idOf(event.target)));
  grid.addEventListener("pointerleave", () => how.hover?.(null));
  grid.addEventListener("pointerdown", () => { pressing = pointed = true; });
  addEventListener("pointerup", () => { pressing = false; });
  grid.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    if (!pressing && event.relatedTarget) pointed = false;
    how.hover?.(idOf(event.target));
  });
  host.append(grid);

  /** @param {number} id @param {boolean} focus */
  function focusOn(id, focus) {
    buttons.get(current)?.setAttribute("tabindex", "-1");
    current = id;
    buttons.get(id)?.setAttribute("tabindex", "0");
    if (focus) buttons.get(id)?.focus();
  }

  /** @param {CellModel[]} models */
  function update(models) {
    cells = models;
    for (const cell of models) {
      const button = buttons.get(cell.id) ?? add(cell.id);
      button.style.gridArea = `${cell.row + 1} / ${cell.column + 1}`;
      set(button, "aria-label", cell.label);
      set(button, "aria-pressed", cell.pressed === undefined ? null : String(cell.pressed));
      set(button, "data-drags", cell.drags);
    }
    if (!buttons.has(current)) focusOn(models[0].id, false);
    putInReadingOrder();
  }

  /** A flipped board reads from its own top. */
  function putInReadingOrder() {
    const order = [...cells].sort((a, b) => a.row - b.row || a.column - b.column);
    const ordered = order.map((cell) => /** @type {HTMLButtonElement} */ (buttons.get(cell.id)));
    if (ordered.some((button, i) => grid.children[i] !== button)) {
      const focused = document.activeElement;
      grid.append(...ordered);
      if (focused instanceof HTMLElement && grid.contains(focused)) focused.focus();
    }
  }

  /** @param {number} id */
  function add(id) {
    const button = h("button.cells-cell", { type: "button", "data-id": id, tabindex: -1 });
    buttons.set(id, button);
    grid.append(button);
    return button;
  }

  return { grid, update };
}

/** The cell that an element belongs to. @param {EventTarget | null} target @returns {number | null} */
export function idOf(target) {
  const button = target instanceof Element ? target.closest("button[data-id]") : null;
  return button instanceof HTMLElement ? Number(button.dataset.id) : null;
}
