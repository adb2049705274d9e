/** The pieces on the board: kept from one position to the next, so that a move can be seen. */
import { prefersStill } from "ludoteca/lib/dom.js";
import { drawPiece, placed } from "./drawing.js";

const HOP = 190;

/** @param {SVGElement} layer */
export function mountPieces(layer) {
  /** @type {Map<number, SVGElement>} */
  const standing = new Map();
  /** @typedef {{x: number, y: number}} Point */

  /**
   * @param {Record<string, string>} pieces square to kind
   * @param {number[]} pale what a chain under way has taken
   * @param {(square: number) => Point} where
   */
  function update(pieces, pale, where) {
    for (const [square, element] of standing) {
      if (pieces[square] === element.dataset.kind) continue;
      element.remove();
      standing.delete(square);
    }
    for (const [name, kind] of Object.entries(pieces)) {
      const square = Number(name);
      const element = standing.get(square) ?? add(square, kind);
      const { x, y } = where(square);
      element.setAttribute("transform", placed(x, y));
      element.classList.toggle("-pale", pale.includes(square));
    }
  }

  /** @param {number} square @param {string} kind */
  function add(square, kind) {
    const element = drawPiece(kind);
    standing.set(square, element);
    layer.append(element);
    return element;
  }

  /**
   * Let the piece that stands at the end of a way be seen going it, and what it took vanish hop by hop.
   * @param {Point[]} way @param {number} end @param {{at: Point, kind: string}[]} taken
   */
  function animate(way, end, taken) {
    const element = standing.get(end);
    if (!element || prefersStill()) return;
    layer.append(element); // on top of the others
    const last = way[way.length - 1];
    const frames = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    element.animate(frames, { duration: HOP * (way.length - 1), easing: way.length > 2 ? "linear" : "ease-in-out" });
    element.setAttribute("transform", placed(last.x, last.y));
    taken.forEach(({ at, kind }, hop) => vanish(at, kind, hop));
  }

  /** @param {Point} at @param {string} kind @param {number} hop */
  function vanish(at, kind, hop) {
    const ghost = drawPiece(kind);
    ghost.setAttribute("transform", placed(at.x, at.y));
    layer.prepend(ghost);
    const fade = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160, delay: HOP * (hop + 0.5), fill: "both" });
    fade.onfinish = () => ghost.remove();
  }

  return { update, animate, at: (/** @type {number} */ square) => standing.get(square) };
}
