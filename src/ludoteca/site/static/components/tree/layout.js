/** Where the nodes of a search tree are drawn, without a browser. */

/** @typedef {import("../../lib/types.js").TreeNode} TreeNode */
/**
 * @typedef {{key: string, name: string, x: number, y: number, r: number, depth: number, share: number, value: number,
 *   parent: string | null, room: number, visits: number}} TreeSpot `value` is for the seat that decides at the root
 */

/**
 * The most visited part of a tree: at most `limit` nodes, never a child without its parent. Up to half of them are kept
 * for the root's children, so that a move that was hardly tried is shown too.
 * @param {TreeNode} root @param {number} limit @returns {TreeNode}
 */
export function prune(root, limit) {
  const moves = [...root.children].sort((a, b) => b.visits - a.visits);
  const first = moves.splice(0, Math.floor(limit / 2));
  /** @type {Set<TreeNode>} */
  const kept = new Set([root, ...first]);
  const waiting = [...moves, ...first.flatMap((node) => node.children)];
  while (kept.size < limit && waiting.length) {
    const best = waiting.reduce((a, b) => (b.visits > a.visits ? b : a));
    waiting.splice(waiting.indexOf(best), 1, ...best.children);
    kept.add(best);
  }
  /** @param {TreeNode} node @returns {TreeNode} */
  const copy = (node) => ({ ...node, children: node.children.filter((child) => kept.has(child)).map(copy) });
  return copy(root);
}

/**
 * Leaves side by side, parents over the middle of their children, a level a row.
 * @param {TreeNode} root @param {number} seat who decides at the root @param {{width: number, height: number}} size
 * @returns {TreeSpot[]}
 */
export function layOut(root, seat, { width, height }) {
  const leaves = countLeaves(root);
  const levels = countLevels(root);
  const wide = width / leaves;
  const high = levels > 1 ? (height - 40) / (levels - 1) : 0;
  /** @type {TreeSpot[]} */
  const spots = [];

  /** @param {TreeNode} node @param {number} depth @param {number} left @param {string} key @param {string | null} parent */
  function put(node, depth, left, key, parent) {
    const n = countLeaves(node);
    const share = root.visits ? node.visits / root.visits : 0;
    spots.push({
      key, name: node.name ?? "", depth, share, parent, visits: node.visits,
      x: (left + n / 2) * wide,
      y: 18 + depth * high,
      r: 3 + 11 * Math.sqrt(share),
      value: node.chooser === null || node.chooser === seat ? node.value : -node.value,
      room: n * wide,
    });
    let next = left;
    for (const child of node.children) {
      put(child, depth + 1, next, `${key}/${child.action}`, key);
      next += countLeaves(child);
    }
  }

  put(root, 0, 0, "", null);
  return spots;
}

/** @param {TreeNode} node @returns {number} */
export const countLeaves = (node) =>
  node.children.length ? node.children.reduce((sum, child) => sum + countLeaves(child), 0) : 1;

/** @param {TreeNode} node @returns {number} */
export const countLevels = (node) => 1 + Math.max(0, ...node.children.map(countLevels));
