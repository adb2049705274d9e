/** Hearts, stars, badges and wings in SVG. Each condition has a shape of its own, so that colour is never alone. */
import { h, s } from "ludoteca/lib/dom.js";
import { drawPortrait } from "./portrait.js";
import { fillWings, SLOTS } from "./model.js";

const HEART = "M0 .9C-1.5 -.1 -.9 -1.2 0 -.45C.9 -1.2 1.5 -.1 0 .9Z";
const BROKEN = "M0 .9C-1.5 -.1 -.9 -1.2 0 -.45L-.25 -.05 .2 .15 -.1 .5ZM.12 .85L.15 .5 .5 .1 .1 -.15 .2 -.5C1 -1.2 1.5 -.1 .12 .85Z";
const STAR = "M0 -1L.29 -.36.98 -.3.46 .16.62 .85 0 .48-.62 .85-.46 .16-.98 -.3-.29 -.36Z";

/** By condition: a bolt, a drop, a bow, a bulb, a fist-like block. @type {Record<string, string>} */
const BADGES = {
  cool: "M.15 -1L-.7 .2H-.05L-.2 1 .7 -.25H.05Z",
  beautiful: "M0 -1Q.75 0 .62 .45A.65 .65 0 0 1 -.62 .45Q-.75 0 0 -1Z",
  cute: "M0 .1L-.95 -.6V.75ZM0 .1L.95 -.6V.75ZM0 -.2A.28 .28 0 1 1 -.01 -.2Z",
  clever: "M0 -.95A.62 .62 0 0 1 .32 .2V.5H-.32V.2A.62 .62 0 0 1 0 -.95ZM-.25 .62H.25V.9H-.25Z",
  tough: "M-.85 -.35L-.3 -.8 .3 -.8 .85 -.35 .85 .35 .3 .8 -.3 .8 -.85 .35Z",
};

/** @param {string} condition */
export const drawBadge = (condition) => s(`svg.contest-badge.-${condition}`, { viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" },
  s("circle.-ground", { r: 1.3 }), s("path.-sign", { d: BADGES[condition] ?? STAR, transform: "scale(.82)" }));

/** A row of hearts, or of broken ones. @param {number} n @param {"appeal" | "jam"} kind */
export const drawHearts = (n, kind) => s("svg.contest-row", { viewBox: `0 0 ${Math.max(1, n) * 10} 10`, "aria-hidden": "true" },
  Array.from({ length: n }, (_, i) => s(`path.-${kind}`, { d: kind === "jam" ? BROKEN : HEART, transform: `translate(${5 + 10 * i} 5.2) scale(4.2)` })));

/** The crowd's meter: slots in a shallow arc on a ribbon. @param {number} stars @param {number} full */
export function drawMeter(stars, full) {
  const at = (/** @type {number} */ i) => [24 + (152 * i) / (full - 1), 24 - 10 * Math.sin((Math.PI * i) / (full - 1))];
  return s("svg.contest-meter", { viewBox: "0 0 200 42", "aria-hidden": "true" },
    s("path.contest-ribbon", { d: "M2 32Q100 -8 198 32L190 36 196 42Q100 4 4 42L10 36Z" }),
    Array.from({ length: full }, (_, i) => {
      const [x, y] = at(i);
      return s(`path.contest-star${i < stars ? ".-full" : ""}`, { d: STAR, transform: `translate(${x} ${y}) scale(${i < stars ? 12 : 10})` });
    }));
}

/** Where a heart of a wing is. @param {number} side 0 left, 1 right @param {number} step from the bottom */
function wingPlace(side, step) {
  const angle = Math.PI * (0.86 - 0.115 * step) * 1;
  const x = 60 - Math.cos(angle - Math.PI / 2) * 47 - step * 0.6;
  const y = 52 - Math.sin(angle - Math.PI / 2) * -44;
  return [side ? x : 120 - x, y];
}

/** A contestant in a heart-shaped frame, with its hearts as two wings. @param {import("./model.js").Performer} who @param {number} hearts @param {"calm" | "startled" | "nervous" | "happy"} mood */
export function drawFigure(who, hearts, mood) {
  const filled = fillWings(hearts).map(({ side, step }) => `${side}/${step}`);
  const slots = Array.from({ length: SLOTS }, (_, i) => [i % 2, Math.floor(i / 2)]);
  return s("svg.contest-figure", { viewBox: "0 0 120 106", "aria-hidden": "true" },
    s("path.contest-frame", { d: HEART, transform: "translate(60 56) scale(48)" }),
    s("g", { transform: "translate(31 22) scale(.58)" }, drawPortrait(who, mood)),
    slots.map(([side, step]) => {
      const [x, y] = wingPlace(side, step);
      const kind = filled.includes(`${side}/${step}`) ? (hearts > 0 ? ".-up" : ".-down") : "";
      return s(`path.contest-slot${kind}`, { d: kind === ".-down" ? BROKEN : HEART, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(5)` });
    }));
}

/** By sign: a mark in a circle of radius one. @type {Record<string, string>} */
const SIGNS = {
  shield: "M0 -.9L.75 -.6Q.75 .5 0 .95Q-.75 .5 -.75 -.6Z", safe: "M0 -.9L.75 -.6Q.75 .5 0 .95Q-.75 .5 -.75 -.6ZM-.4 0L-.1 .3 .4 -.3",
  nervous: "M-.8 .2Q-.5 -.6 -.2 .2T.4 .2 .9 .2", resting: "M-.5 -.5H.5L-.5 .5H.5", gone: "M-.6 -.6L.6 .6M.6 -.6L-.6 .6",
  fragile: "M0 -.9L-.3 -.1 .3 .1 0 .9", combo_expected: "M-.6 -.2A.4 .4 0 1 1 -.6 -.19ZM.6 .2A.4 .4 0 1 1 .6 .19ZM-.25 0H.25", mega: STAR,
};

/** @param {string} sign */
export const drawSign = (sign) => s("svg.contest-sign", { viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" }, s("path", { d: SIGNS[sign.replaceAll(" ", "_")] ?? STAR }));

/** A card lying face down: somebody has picked. */
export const drawBack = () => s("svg.contest-back", { viewBox: "0 0 16 20", "aria-hidden": "true" },
  s("rect", { x: 1, y: 1, width: 14, height: 18, rx: 2.5 }), s("path", { d: HEART, transform: "translate(8 10.5) scale(4.5)" }));

/** Text and the drawing that stands for it. @param {SVGElement} picture @param {string} text */
export const captioned = (picture, text) => h("span.contest-captioned", {}, picture, h("span", {}, text));
