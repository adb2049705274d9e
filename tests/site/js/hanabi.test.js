import assert from "node:assert/strict";
import { test } from "node:test";
import { useGameTexts } from "./catalogues.js";
import { helpSections } from "../../../src/ludoteca/games/hanabi/page/help.js";
import {
  choicesFor, concerned, handOrder, isCritical, known, mayBe, mayColours, mayRanks, newsOf, ownSeat, reachable, readName, stockOf,
} from "../../../src/ludoteca/games/hanabi/page/model.js";
import { readNotes, tableOf, withNote } from "../../../src/ludoteca/games/hanabi/page/notes.js";
import { tellAction, tellKnowledge } from "../../../src/ludoteca/games/hanabi/page/words.js";

await useGameTexts("hanabi");

const { position } = helpSections()[0].scene; // seat 0 can be seen, seat 1 is one's own and to move
const legal = [
  { action: 5, name: "play-1", kind: "play", slot: 0 },
  { action: 0, name: "discard-1", kind: "discard", slot: 0 },
  { action: 10, name: "tell-0-red", kind: "tell_colour", target: 0, value: 0 },
];

test("the own hand comes last, the next player first", () => {
  assert.deepEqual(handOrder(position), [0, 1]);
  const three = { hands: [position.hands[0], position.hands[1], position.hands[0]] };
  assert.deepEqual(handOrder(three), [2, 0, 1]);
  const watched = { hands: [position.hands[1], position.hands[1]] };
  assert.deepEqual(handOrder(watched), [0, 1]);
  assert.deepEqual([ownSeat(position), ownSeat(watched)], [1, null], "who watches has no hand");
});

test("an own card is played or discarded, of another's card colour and rank are told", () => {
  assert.deepEqual(choicesFor(position, legal, 1, 0), [{ kind: "play", slot: 0, action: 5 }, { kind: "discard", slot: 0, action: 0 }]);
  assert.deepEqual(choicesFor(position, legal, 0, 0), [
    { kind: "tell_colour", target: 0, value: 0, action: 10 },
    { kind: "tell_rank", target: 0, value: 1, action: null },
  ]);
  assert.deepEqual(choicesFor({ ...position, turn: 0 }, [], 1, 0), [], "of a card that one cannot see nothing can be told");
  assert.deepEqual(choicesFor({ ...position, turn: null }, legal, 0, 0), []);
  assert.deepEqual(choicesFor(position, legal, 0, 9), []);
});

test("a hint names every card of its colour or rank, a play one card", () => {
  assert.deepEqual(concerned(position, { kind: "tell_rank", target: 0, value: 0 }), [2, 4]);
  assert.deepEqual(concerned(position, { kind: "tell_colour", target: 0, value: 4 }), [1]);
  assert.deepEqual(concerned(position, { kind: "play", slot: 3 }), [8]);
  assert.deepEqual(concerned(position, null), []);
});

test("what is known of a card is what alone is possible", () => {
  const { hands } = helpSections()[1].scene.position;
  assert.deepEqual(hands[1].map(known), [
    { colour: null, rank: null }, { colour: 0, rank: null }, { colour: 0, rank: 1 }, { colour: null, rank: null }, { colour: null, rank: null },
  ]);
});

test("names of moves are read", () => {
  assert.deepEqual(readName("play-3"), { kind: "play", slot: 3 });
  assert.deepEqual(readName("tell-1-red"), { kind: "tell_colour", target: 1, rank: undefined, colour: "red" });
  assert.deepEqual(readName("tell-0-4"), { kind: "tell_rank", target: 0, rank: "4", colour: undefined });
  assert.equal(readName("r1"), null);
});

test("what its owner cannot rule out is what is possible by clues and by sight", () => {
  const card = { ...position.hands[1][0], possible: [0, 0b00101, 0, 0b00100, 0] };
  assert.deepEqual([mayColours(card), mayRanks(card)], [[1, 3], [0, 2]]);
  assert.deepEqual(mayBe(card), [{ colour: 1, rank: 0 }, { colour: 1, rank: 2 }, { colour: 3, rank: 2 }]);
  assert.equal(tellKnowledge(position, card), "known: yellow 1, yellow 3, white 3");
  assert.deepEqual(known({ ...card, possible: [0, 0, 0b10000, 0, 0] }), { colour: 2, rank: 4 });
  assert.equal(tellKnowledge(position, position.hands[1][0]), "no clues");
});

test("cards are built, critical, dead or open", () => {
  const late = { ...position, reach: [5, 5, 3, 5, 5], critical: [[4], [4], [], [4], [0, 4]], left: position.left.with(2, [3, 2, 2, 0, 1]) };
  assert.deepEqual(stockOf(late, 0, 0), { state: "built", gone: 0, left: 2 });
  assert.deepEqual(stockOf(late, 4, 0), { state: "critical", gone: 2, left: 1 });
  assert.deepEqual(stockOf(late, 2, 4), { state: "dead", gone: 0, left: 1 });
  assert.deepEqual(stockOf(late, 2, 1), { state: "open", gone: 0, left: 2 });
  assert.equal(reachable(late), 23);
  assert.equal(isCritical(late, { colour: 4, rank: null }), false, "of a card that is not known nobody can tell");
});

test("news are what happened since one's own last turn, with the cards named", () => {
  const clue = { seat: 0, kind: "tell_colour", target: 1, value: 0, touched: [6, 8], slots: [1, 3] };
  const mine = { seat: 1, kind: "tell_rank", target: 0, value: 0, touched: [2, 30], slots: [2, 4] };
  const used = { seat: 0, kind: "play", slot: 4, order: 30, colour: 3, rank: 0, built: true };
  assert.deepEqual(newsOf({ ...position, recent: [mine, clue] }), [clue]);
  assert.deepEqual(newsOf({ ...position, recent: [clue, mine] }), [mine]);
  assert.deepEqual(newsOf({ ...position, recent: [] }), []);
  const seen = { ...position, hands: [position.hands[0].slice(0, 4), position.hands[1]], recent: [mine, used] };
  assert.equal(tellAction(seen, mine), "Player 2 clued Player 1: 1 (green 1, white 1).", "one is held, one was played since");
  assert.equal(tellAction(position, clue), "Player 1 clued Player 2: red (cards 2, 4).", "own cards by their places");
});

test("notes are kept by table and card, and the oldest tables are forgotten", () => {
  const one = withNote({}, "abc", 7, "r2 or r3");
  assert.deepEqual(one, { abc: { 7: "r2 or r3" } });
  assert.deepEqual(withNote(one, "abc", 7, "  "), {}, "an empty note is none");
  let many = one;
  for (let i = 0; i < 60; i++) many = withNote(many, `t${i}`, 1, "x".repeat(100));
  assert.equal(Object.keys(many).length, 50);
  assert.equal(many.abc, undefined);
  assert.equal(many.t59[1].length, 40);
  assert.deepEqual([readNotes(""), readNotes("{"), readNotes("[1]"), readNotes("null")], [{}, {}, {}, {}]);
  assert.deepEqual([tableOf("/table/xyz"), tableOf("/replay/xyz"), tableOf("/help/hanabi")], ["xyz", "xyz", null]);
});
