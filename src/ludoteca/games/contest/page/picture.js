/** The picture of contests on the start page: four on a stage, stars above, hearts in the air. */
import { s } from "ludoteca/lib/dom.js";
import { drawPortrait } from "./portrait.js";

const CAST = [
  { shape: "blob", colour: "blue", number: 202, x: 3, y: 25, size: 0.2 },
  { shape: "person", colour: "pink", number: 39, x: 19.5, y: 21, size: 0.27 },
  { shape: "serpent", colour: "purple", number: 368, x: 45, y: 23, size: 0.23 },
  { shape: "ball", colour: "red", number: 101, x: 62, y: 28, size: 0.17 },
];
const STAR = "M0 -1L.29 -.36.98 -.3.46 .16.62 .85 0 .48-.62 .85-.46 .16-.98 -.3-.29 -.36Z";
const HEART = "M0 .9C-1.5 -.1 -.9 -1.2 0 -.45C.9 -1.2 1.5 -.1 0 .9Z";

export function picture() {
  return s("svg.contest-picture", { viewBox: "0 0 80 60", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    s("rect.-night", { width: 80, height: 60 }), s("path.-beam", { d: "M22 0H44L60 50H6Z" }), s("path.-beam", { d: "M58 0H72L78 50H44Z" }),
    s("path.-curtain", { d: "M0 0H9Q12 24 4 46L0 48ZM80 0H71Q68 24 76 46L80 48Z" }), s("ellipse.-floor", { cx: 40, cy: 52, rx: 44, ry: 11 }),
    Array.from({ length: 5 }, (_, i) => s(`path.-star${i < 4 ? "" : ".-empty"}`, { d: STAR, transform: `translate(${20 + 10 * i} ${10 - 3 * Math.sin((Math.PI * i) / 4)}) scale(3.6)` })),
    CAST.map(({ x, y, size, ...who }) => s("g", { transform: `translate(${x} ${y}) scale(${size})` }, drawPortrait(who, who.number === 39 ? "happy" : "calm"))),
    [[20, 22], [47, 18], [50, 25], [17, 29]].map(([x, y], i) => s("path.-heart", { d: HEART, transform: `translate(${x} ${y}) scale(${2 + (i % 2)})` })));
}
