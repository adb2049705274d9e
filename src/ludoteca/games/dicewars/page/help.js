/** The rules of Dicewars, with pictures. */
import { helpTexts } from "ludoteca/lib/help.js";
import { ISLAND, makePosition } from "./sample.js";

const OWNER = [0, 1, 0, 5, 0, 1, 5, 1, 5];
const DICE = [3, 2, 5, 6, 1, 4, 2, 3, 7];
const roll = { type: "roll", seat: 0, victim: 1, source: 2, target: 5, attacker: [5, 3, 6, 2, 4], defender: [3, 6, 1, 4] };

/** @param {number[]} owner @param {number[]} dice @param {Record<string, any>} [more] */
const scene = (owner, dice, more = {}) => ({ stage: ISLAND, position: makePosition(owner, dice), ...more });

const after = (/** @type {number[]} */ list, /** @type {Record<number, number>} */ changes) => list.map((value, area) => changes[area] ?? value);

/** @type {(Record<string, any> | undefined)[]} */
const PICTURES = [
  scene(OWNER, DICE),
  scene(OWNER, DICE, { hint: { kind: "attack", source: 2, target: 5 } }),
  scene(after(OWNER, { 5: 0 }), after(DICE, { 2: 1, 5: 4 }), { last: { action: 1, name: "", steps: [roll] } }),
  scene(OWNER, DICE, { hint: { kind: "transfer", source: 0, target: 2 } }),
  scene(OWNER, after(DICE, { 0: 4, 2: 6, 4: 2 }), { last: { action: 0, name: "", steps: [{ type: "income", seat: 0, region: 3, reserve: 0, placed: 3, kept: 0, fills: false }] } }),
  undefined,
  undefined,
];

export const helpSections = () => helpTexts("dicewars", PICTURES);
