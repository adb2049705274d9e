/**
 * Portraits of our own: a body for each shape, coats in ten colours, and ears, crests or flowers by the species' number,
 * so that two of one kind can be told apart. Nothing is taken from any game's artwork.
 */
import { s } from "ludoteca/lib/dom.js";

/** @typedef {{d: string, as?: "body" | "shade" | "light" | "line"}} Piece */
/** @typedef {{back?: Piece[], body: Piece[], front?: Piece[], eyes: [number, number][], mouth?: [number, number], top?: [number, number]}} Body */

const PERSON = "M50 14C68 14 76 26 76 40S66 62 50 62 24 54 24 40 32 14 50 14Z";

/** In a square of 100; `top` is where ears grow. @type {Record<string, Body>} */
const BODIES = {
  ball: {
    body: [{ d: "M50 18A34 34 0 1 1 49.9 18Z" }, { d: "M16.5 56A34 34 0 0 0 83.5 56Q50 68 16.5 56Z", as: "light" }],
    eyes: [[38, 44], [62, 44]], mouth: [50, 55], top: [50, 22],
  },
  serpent: {
    back: [{ d: "M20 84Q10 66 34 66H62Q78 66 78 52T58 42L50 58Q64 56 62 60H34Q-2 60 10 88Z", as: "shade" }],
    body: [{ d: "M12 88Q4 60 34 62H60Q72 62 70 54L48 50 54 26Q84 30 88 54T66 80H36Q26 80 30 90Z" }, { d: "M54 14Q78 14 78 34T54 54Q30 54 30 34T54 14Z" }],
    front: [{ d: "M34 70H62M44 70V79M56 70V79", as: "line" }], eyes: [[45, 32], [63, 32]], mouth: [54, 43], top: [54, 17],
  },
  fish: {
    back: [{ d: "M72 52L96 30Q92 52 96 76Z", as: "shade" }, { d: "M36 30Q48 8 64 22L60 36Z", as: "shade" }],
    body: [{ d: "M10 54Q22 26 48 26T80 52Q70 80 46 80T10 54Z" }, { d: "M14 62Q40 74 72 64Q62 80 46 80T14 62Z", as: "light" }],
    front: [{ d: "M50 58Q62 54 64 66Q56 70 50 58Z", as: "shade" }], eyes: [[28, 46], [44, 44]], mouth: [26, 60], top: [50, 28],
  },
  arms: {
    back: [{ d: "M12 44Q4 56 14 64T30 56Q28 40 12 44ZM88 44Q96 56 86 64T70 56Q72 40 88 44Z", as: "shade" }],
    body: [{ d: "M50 14Q78 14 76 46T60 82Q50 94 40 82T24 46Q22 14 50 14Z" }, { d: "M36 62Q50 54 64 62Q62 80 50 84T36 62Z", as: "light" }],
    eyes: [[40, 38], [60, 38]], mouth: [50, 50], top: [50, 16],
  },
  blob: {
    body: [{ d: "M20 88Q16 20 50 12T80 88Q70 82 62 88T44 88 20 88Z" }, { d: "M34 88Q32 60 50 58T66 88Q62 84 54 88T34 88Z", as: "light" }],
    front: [{ d: "M20 56Q8 58 10 68T24 66ZM80 56Q92 58 90 68T76 66Z" }], eyes: [[40, 36], [60, 36]], mouth: [50, 47], top: [50, 15],
  },
  upright: {
    back: [{ d: "M66 80Q92 84 92 58Q96 92 62 92Z", as: "shade" }],
    body: [{ d: "M34 92Q24 92 28 82Q22 62 36 54H64Q78 62 72 82Q76 92 66 92Z" }, { d: "M50 10Q74 10 74 34T50 58 26 34 50 10Z" }, { d: "M40 64Q50 58 60 64Q64 82 50 86T40 64Z", as: "light" }],
    front: [{ d: "M28 62Q16 68 20 76T34 70ZM72 62Q84 68 80 76T66 70Z" }], eyes: [[40, 32], [60, 32]], mouth: [50, 44], top: [50, 13],
  },
  legs: {
    back: [{ d: "M36 74V90H24Q24 82 30 80V70ZM64 74V90H76Q76 82 70 80V70Z", as: "shade" }],
    body: [{ d: "M50 16Q80 16 80 46T50 80 20 46 50 16Z" }, { d: "M32 60Q50 72 68 60Q64 78 50 79T32 60Z", as: "light" }],
    eyes: [[39, 42], [61, 42]], mouth: [50, 54], top: [50, 18],
  },
  beast: {
    back: [{ d: "M78 56Q98 50 90 28Q108 60 80 70Z", as: "shade" }, { d: "M34 76V92H24V70ZM84 70V92H74V76Z", as: "shade" }],
    body: [{ d: "M26 56Q40 50 62 52T86 66Q86 82 72 82V92H60V82H50V92H38V82Q24 78 26 56Z" }, { d: "M36 12Q60 12 60 36T36 60 12 36 36 12Z" }, { d: "M24 46Q36 52 48 46Q46 58 36 59T24 46Z", as: "light" }],
    eyes: [[27, 33], [45, 33]], mouth: [36, 47], top: [36, 15],
  },
  wings: {
    back: [{ d: "M32 46Q2 30 6 62Q12 56 18 66Q26 60 36 68ZM68 46Q98 30 94 62Q88 56 82 66Q74 60 64 68Z", as: "shade" }, { d: "M42 82L36 94H64L58 82Z", as: "shade" }],
    body: [{ d: "M50 12Q72 14 72 46T50 86 28 46 50 12Z" }, { d: "M38 54Q50 46 62 54Q62 76 50 80T38 54Z", as: "light" }],
    front: [{ d: "M44 40H56L50 51Z", as: "shade" }], eyes: [[40, 32], [60, 32]], top: [50, 14],
  },
  tentacles: {
    back: [{ d: "M26 54Q14 76 24 92Q30 76 36 62ZM42 60Q34 82 42 94Q50 80 48 60ZM58 60Q66 82 58 94Q50 80 52 60ZM74 54Q86 76 76 92Q70 76 64 62Z", as: "shade" }],
    body: [{ d: "M50 12Q82 14 82 46Q82 66 50 66T18 46Q18 14 50 12Z" }, { d: "M24 54Q50 66 76 54Q70 66 50 66T24 54Z", as: "light" }],
    eyes: [[38, 40], [62, 40]], mouth: [50, 52], top: [50, 15],
  },
  heads: {
    back: [{ d: "M26 40A20 20 0 1 1 25.9 40ZM76 42A19 19 0 1 1 75.9 42Z", as: "shade" }],
    body: [{ d: "M50 22A28 28 0 1 1 49.9 22Z" }, { d: "M26 62Q50 74 74 62Q66 78 50 78T26 62Z", as: "light" }],
    front: [{ d: "M18 58h.1M30 58h.1M70 60h.1M82 60h.1", as: "line" }], eyes: [[40, 46], [60, 46]], mouth: [50, 58], top: [50, 25],
  },
  person: {
    back: [{ d: "M36 58Q18 62 16 78L26 80Q30 70 40 70ZM64 58Q82 62 84 78L74 80Q70 70 60 70Z", as: "shade" }],
    body: [{ d: "M38 58H62Q72 72 66 84L70 92H54L50 86 46 92H30L34 84Q28 72 38 58Z" }, { d: PERSON }, { d: "M43 66Q50 62 57 66Q60 78 50 82T43 66Z", as: "light" }],
    eyes: [[39, 38], [61, 38]], mouth: [50, 50], top: [50, 17],
  },
  moth: {
    back: [{ d: "M46 46Q10 4 6 38Q6 58 44 58ZM54 46Q90 4 94 38Q94 58 56 58ZM46 56Q12 60 18 82Q34 92 48 64ZM54 56Q88 60 82 82Q66 92 52 64Z", as: "light" }, { d: "M44 22Q34 6 26 10M56 22Q66 6 74 10", as: "line" }],
    body: [{ d: "M50 46Q60 50 58 72T50 92 42 72 50 46Z" }, { d: "M50 18Q66 18 66 34T50 50 34 34 50 18Z" }],
    eyes: [[43, 33], [57, 33]], mouth: [50, 42], top: [50, 20],
  },
  armour: {
    back: [{ d: "M18 60Q2 60 6 76L18 72ZM82 60Q98 60 94 76L82 72ZM30 78L24 92H34L40 80ZM70 78L76 92H66L60 80Z", as: "shade" }],
    body: [{ d: "M50 20Q88 22 88 62Q88 82 50 82T12 62Q12 22 50 20Z" }, { d: "M22 62Q50 46 78 62Q76 80 50 80T22 62Z", as: "light" }],
    front: [{ d: "M28 34Q50 24 72 34M22 48Q50 36 78 48", as: "line" }], eyes: [[39, 62], [61, 62]], mouth: [50, 72], top: [50, 24],
  },
};

/** What grows on the head, around `top` at 0 0. @type {Piece[][]} */
const TOPS = [
  [{ d: "M0 -8C4 -16 14 -12 9 -4 18 -2 15 8 6 4 4 12 -4 12 -6 4 -15 8 -18 -2 -9 -4 -14 -12 -4 -16 0 -8Z", as: "light" }, { d: "M0 -4A3 3 0 1 1 -.1 -4Z", as: "shade" }],
  [{ d: "M-20 8Q-24 -14 -18 -16 -8 -10 -6 2ZM20 8Q24 -14 18 -16 8 -10 6 2Z" }],
  [{ d: "M-4 4Q-8 -10 4 -12 2 -6 8 -8 6 0 4 4Z", as: "shade" }],
  [{ d: "M-18 -6A8 8 0 1 1 -18.1 -6ZM18 -6A8 8 0 1 1 17.9 -6Z", as: "shade" }],
  [{ d: "M-8 4Q-8 -12 6 -10 16 -6 10 2 4 4 3 -2 0 8 8 8Q0 14 -8 4Z", as: "light" }],
];

/** Wide and high: of one kind some are stout, some slender. */
const BUILDS = [[1, 1], [1.16, 0.94], [0.9, 1.04]];

const MARKS = ["cheeks", "brow", "freckles", "none"];

/** What is on the face besides eyes and mouth. @param {Body} body @param {string} kind */
function drawMarks({ eyes, mouth }, kind) {
  const [[left, y], [right]] = eyes;
  if (kind === "cheeks") return s("g", {}, s("circle.-blush", { cx: left - 6, cy: y + 11, r: 4 }), s("circle.-blush", { cx: right + 6, cy: y + 11, r: 4 }));
  if (kind === "brow") return s("path.-line", { d: `M${left - 6} ${y - 12}l9 2M${right + 6} ${y - 12}l-9 2` });
  if (kind === "freckles" && mouth) return s("path.-line", { d: `M${mouth[0] - 14} ${mouth[1]}h.1m3 4h.1M${mouth[0] + 14} ${mouth[1]}h.1m-3 4h.1` });
  return null;
}

/** @param {Piece} piece */
const draw = ({ d, as = "body" }) => s(`path.-${as}`, { d });

/**
 * @param {{shape: string, colour: string, number: number}} who
 * @param {"calm" | "startled" | "nervous" | "happy"} [mood]
 */
export function drawPortrait({ shape, colour, number }, mood = "calm") {
  const body = BODIES[shape] ?? BODIES.ball;
  const [x, y] = body.top ?? [50, 16];
  const [wide, high] = BUILDS[(number >> 2) % BUILDS.length];
  return s(`g.contest-creature.-${colour}`, { transform: `translate(50 90) scale(${wide} ${high}) translate(-50 -90)` },
    body.back?.map(draw), s("g", { transform: `translate(${x} ${y}) scale(1.45)` }, TOPS[number % TOPS.length].map(draw)), body.body.map(draw), body.front?.map(draw),
    drawMarks(body, MARKS[(number >> 1) % MARKS.length]), body.eyes.map(([ex, ey]) => drawEye(ex, ey, mood)), body.mouth && drawMouth(body.mouth, mood));
}

/** @param {number} x @param {number} y @param {string} mood */
function drawEye(x, y, mood) {
  if (mood === "startled") return s("path.-line", { d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` });
  if (mood === "happy") return s("path.-line", { d: `M${x - 5} ${y + 2}q5 -8 10 0` });
  return s("g", {}, s("ellipse.-white", { cx: x, cy: y, rx: 5.4, ry: 6.6 }), s("circle.-pupil", { cx: x + (mood === "nervous" ? 2 : 0), cy: y + 1, r: 3.2 }), s("circle.-white", { cx: x + 1.2, cy: y - 1, r: 1.1 }));
}

/** @param {[number, number]} at @param {string} mood */
function drawMouth([x, y], mood) {
  if (mood === "nervous") return s("path.-line", { d: `M${x - 6} ${y + 1}q3 -4 6 0t6 0` });
  return s("path.-line", { d: mood === "startled" ? `M${x - 4} ${y + 3}q4 -6 8 0` : `M${x - 5} ${y - 1}q5 6 10 0` });
}

export const SHAPES = Object.keys(BODIES);

/** The portrait as a picture of its own. @param {{shape: string, colour: string, number: number}} who @param {"calm" | "startled" | "nervous" | "happy"} [mood] */
export const portrait = (who, mood) => s("svg.contest-portrait", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawPortrait(who, mood));
