/** The rules of contests, with pictures, for people who have never played one. */

import { helpTexts } from "ludoteca/lib/help.js";

/** @param {string} name @param {string} species @param {number} number @param {string} shape @param {string} colour @param {[string, string, string, number, number, number][]} moves */
const performer = (name, species, number, shape, colour, moves) => ({
  name, species, number, shape, colour, introduction: -1,
  moves: moves.map(([english, italian, condition, hearts, jam, crowd], place) =>
    ({ place, english, italian, condition, effect: "plain", hearts, jam, crowd, opens: false, completed_by: [] })),
});

const STAGE = {
  condition: "beautiful", turns: 5, full: 5, live: 5, combination: 3, preliminary: 0,
  contestants: [
    performer("Betta", "Wobbuffet", 202, "blob", "blue", [["Safeguard", "Salvaguardia", "beautiful", 2, 0, 1]]),
    performer("Speranza", "Jigglypuff", 39, "person", "pink", [["Round", "Coro", "beautiful", 2, 0, 1]]),
    performer("Macy", "Machoke", 67, "person", "grey", [["Attract", "Attrazione", "cute", 2, 0, 0]]),
    performer("Plumy", "Vileplume", 45, "person", "red", [["Petal Blizzard", "Fiortempesta", "beautiful", 2, 2, 1]]),
  ],
};

/** @param {number[]} hearts @param {Record<string, any>} [more] @param {Record<number, string[]>} [signs] */
function position(hearts, more = {}, signs = {}) {
  return {
    turn: 2, stars: 2, phase: "draw_nerves", order: [1, 3, 0, 2], freezer: null, winner: null,
    contestants: hearts.map((n, seat) => ({ hearts: n, total: more.turn === 1 ? 0 : [9, 12, 7, 10][seat], score: 0, energy: 0, signs: signs[seat] ?? [], pick: null, shown: null, last: null })), ...more,
  };
}

/** @type {(Partial<import("ludoteca/lib/types.js").Scene> | undefined)[]} */
const PICTURES = [
  { stage: STAGE, position: position([0, 0, 0, 0], { turn: 1, stars: 0 }) },
  { stage: STAGE, position: position([3, 6, 0, 4]) },
  { stage: STAGE, position: position([2, 7, 0, 5], { stars: 4 }) },
  { stage: STAGE, position: position([-2, 4, 0, 4], { stars: 1 }, { 1: ["shield"], 2: ["nervous"] }) },
  undefined, undefined,
];

export const helpSections = () => helpTexts("contest", PICTURES);
