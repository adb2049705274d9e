import assert from "node:assert/strict";
import { test } from "node:test";
import { useGameTexts } from "./catalogues.js";
import { helpSections } from "../../../src/ludoteca/games/hanabi/page/help.js";
import { choicesFor, concerned, handOrder, known, ownSeat, readName } from "../../../src/ludoteca/games/hanabi/page/model.js";

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
