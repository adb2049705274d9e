/** The search tree as it grows: every branch in the colour of the move that it begins with, as in the thesis's program. */
import { s, set } from "ludoteca/lib/dom.js";
import { number, t } from "ludoteca/lib/texts.js";
import { prune } from "ludoteca/components/tree/layout.js";
import { spread, TREE as SIZE } from "./model.js";

/** @typedef {import("ludoteca/lib/types.js").TreeNode} TreeNode */

const FEWEST = 10; // half of them are kept for the moves that it begins with: there are four
const MOST = 200;

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
