/** The search tree as it grows: every branch in the colour of the move that it begins with, as in the thesis's program. */
import { s, set } from "ludoteca/lib/dom.js";
import { number, t } from "ludoteca/lib/texts.js";
import { countLevels, prune } from "ludoteca/components/tree/layout.js";

/** @typedef {import("ludoteca/lib/types.js").TreeNode} TreeNode */

const SIZE = { width: 400, height: 190, level: 34 };
const FEWEST = 5;
const MOST = 200;

/**
 * Places as the thesis's program has them: children spread over three quarters of the room at the root, a quarter of it
 * a level further down.
 * @param {TreeNode} root @param {number} width
 * @returns {{x: number, y: number, px: number, py: number, move: number, share: number, depth: number}[]}
 */
export function spread(root, width) {
  const level = Math.min(SIZE.level, (SIZE.height - 24) / Math.max(1, countLevels(root) - 1));
  /** @type {ReturnType<typeof spread>} */
  const spots = [];
  /** @param {TreeNode} node @param {number} x @param {number} room @param {number} depth @param {number} move */
  function put(node, x, room, depth, move) {
    node.children.forEach((child) => {
      const of = child.action ?? 0;
      const cx = x + room * (Math.min(3, of) / 3 - 0.5);
      const branch = depth === 0 ? of : move;
      spots.push({ x: cx, y: 14 + level * (depth + 1), px: x, py: 14 + level * depth, move: branch, share: root.visits ? child.visits / root.visits : 0, depth: depth + 1 });
      put(child, cx, room / 4, depth + 1, branch);
    });
  }
  put(root, width / 2, width * 0.75, 0, -1);
  return spots;
}

export function mountTree() {
  const lines = s("g");
  const labels = s("g");
  const element = s("svg.contest-tree", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" }, lines, s("circle.contest-root", { cx: SIZE.width / 2, cy: 14, r: 4 }), labels);

  /** @param {TreeNode | null | undefined} tree @param {number} fraction how far the search is */
  function draw(tree, fraction) {
    set(element, "aria-label", tree ? t("contest.tree.label", { visits: number(tree.visits) }) : t("contest.tree.none"));
    if (!tree) return lines.replaceChildren(), labels.replaceChildren();
    const spots = spread(prune(tree, FEWEST + Math.round((MOST - FEWEST) * fraction)), SIZE.width);
    lines.replaceChildren(...spots.flatMap((spot) => [
      s(`path.contest-branch.-move${spot.move}`, { d: `M${spot.px} ${spot.py}L${spot.x} ${spot.y}`, "stroke-width": (0.7 + 5 * spot.share).toFixed(2) }),
      s(`circle.contest-node.-move${spot.move}`, { cx: spot.x, cy: spot.y, r: (1.3 + 4 * Math.sqrt(spot.share)).toFixed(2) })]));
    labels.replaceChildren(...spots.filter((spot) => spot.depth === 1).map((spot) => s("text.contest-branch-name", { x: spot.x, y: spot.y - 8 }, String(spot.move + 1))));
  }

  return { element, draw };
}
