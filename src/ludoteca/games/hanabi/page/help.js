/** The rules of hanabi, with pictures. */
import { helpTexts } from "ludoteca/lib/help.js";

/** @typedef {import("./model.js").Card} Card */

const ALL = [0, 1, 2, 3, 4];

/** A card that can be seen. @param {number} colour @param {number} rank @param {Partial<Card>} [told] @returns {Card} */
function seen(colour, rank, told = {}) {
  const card = { order: 0, colour, rank, may_colours: ALL, may_ranks: ALL, told_colour: false, told_rank: false, ...told };
  const bits = card.may_ranks.reduce((all, value) => all | (1 << value), 0);
  return { ...card, possible: ALL.map((value) => (card.may_colours.includes(value) ? bits : 0)) };
}

/** One that cannot. @param {Partial<Card>} [told] */
const hidden = (told = {}) => ({ ...seen(0, 0, told), colour: null, rank: null });

const RED = { may_colours: [0], told_colour: true };
const NOT_RED = { may_colours: [1, 2, 3, 4] };

/** @param {Card[]} theirs @param {Card[]} own @param {Record<string, any>} [more] */
function position(theirs, own, more = {}) {
  const { last = null } = more;
  const hands = [theirs, own].map((hand, seat) => hand.map((card, slot) => ({ ...card, order: 5 * seat + slot })));
  return {
    colours: ["red", "yellow", "green", "white", "blue"], ranks: 5, turn: 1, tokens: 5, most_tokens: 8, lives: 3, most_lives: 3, deck: 24,
    turns_left: null, score: 6, most: 25, piles: [1, 2, 0, 3, 0], discarded: [{ colour: 2, rank: 3, copies: 1 }, { colour: 4, rank: 0, copies: 2 }],
    left: [[2, 2, 2, 2, 1], [2, 1, 2, 2, 1], [3, 2, 2, 1, 1], [2, 1, 1, 2, 1], [1, 2, 2, 2, 1]], reach: [5, 5, 5, 5, 5],
    critical: [[4], [4], [3, 4], [4], [0, 4]], pace: 7, hands, last, recent: last ? [last] : [], ...more,
  };
}

const PICTURES = [
  { position: position([seen(0, 1), seen(4, 4), seen(2, 0), seen(1, 3), seen(3, 0)], [hidden(), hidden(), hidden(), hidden(), hidden()]) },
  { position: position([seen(0, 1, RED), seen(4, 4, NOT_RED), seen(2, 0, NOT_RED), seen(0, 3, RED), seen(3, 0, NOT_RED)],
    [hidden(), hidden(RED), hidden({ ...RED, may_ranks: [1], told_rank: true }), hidden(), hidden()],
    { last: { seat: 1, kind: "tell_colour", target: 0, value: 0, touched: [0, 3], slots: [0, 3] }, turn: 0 }) },
  undefined,
  undefined,
];

export const helpSections = () => helpTexts("hanabi", PICTURES);
