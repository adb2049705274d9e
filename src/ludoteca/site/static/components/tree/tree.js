/** The search tree as it grows: nodes keep their element, so that they glide to their new place. */
import { h, s, set, useStyle } from "../../lib/dom.js";
import { number, signed, t } from "../../lib/texts.js";
import { layOut, prune } from "./layout.js";

useStyle(new URL("tree.css", import.meta.url).href);

const SIZE = { width: 640, height: 300 };
const NODES = 60;

/** @param {(name: string) => string} nameOf */
export function mountTree(nameOf) {
  const links = s("g");
  const nodes = s("g");
  const svg = s("svg.tree", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" }, links, nodes);
  const element = h("figure.tree-figure", {}, svg, h("figcaption.help", {}, t("tree.legend")));
  /** @type {Map<string, {node: any, link: any}>} */
  const drawn = new Map();

  /** @param {import("../../lib/types.js").TreeNode} tree @param {number} seat */
  function update(tree, seat) {
    const spots = layOut(prune(tree, NODES), seat, SIZE);
    const places = new Map(spots.map((spot) => [spot.key, spot]));
    for (const [key, { node, link }] of drawn) {
      if (places.has(key)) continue;
      node.remove();
      link?.remove();
      drawn.delete(key);
    }
    for (const spot of spots) place(spot, spot.parent === null ? null : places.get(spot.parent) ?? null);
    set(svg, "aria-label", t("tree.label", { visits: number(tree.visits), moves: tree.children.length }));
  }

  /** @param {import("./layout.js").TreeSpot} spot @param {import("./layout.js").TreeSpot | null} parent */
  function place(spot, parent) {
    const known = drawn.get(spot.key) ?? add(spot, parent);
    const [circle, label, title] = known.node.children;
    known.node.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
    known.node.style.setProperty("--good-share", `${Math.round(50 + 50 * Math.tanh(3 * spot.value))}%`);
    set(circle, "r", spot.r.toFixed(1));
    const name = spot.name ? nameOf(spot.name) : "";
    label.textContent = spot.room > name.length * 6.4 + 4 || spot.depth === 1 && spot.share > 0.08 ? name : "";
    set(label, "y", spot.depth === 0 ? 4 : (spot.r + 11).toFixed(1));
    title.textContent = `${name} ${t("tree.node", { visits: number(spot.visits), value: signed(spot.value) })}`;
    if (!parent || !known.link) return;
    set(known.link, "d", `M${parent.x} ${parent.y + parent.r}C${parent.x} ${(parent.y + spot.y) / 2} ${spot.x} ${(parent.y + spot.y) / 2} ${spot.x} ${spot.y - spot.r}`);
    set(known.link, "stroke-width", (0.6 + 7 * spot.share).toFixed(2));
  }

  /** @param {import("./layout.js").TreeSpot} spot @param {import("./layout.js").TreeSpot | null} parent */
  function add(spot, parent) {
    const node = s("g.tree-node", {}, s("circle"), s("text"), s("title"));
    const link = parent && s("path.tree-link");
    nodes.append(node);
    if (link) links.append(link);
    drawn.set(spot.key, { node, link });
    return { node, link };
  }

  return { element, update };
}
