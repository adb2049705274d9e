import assert from "node:assert/strict";
import { test } from "node:test";
import { usualPosition } from "../../../src/ludoteca/games/checkers/page/diagram.js";
import { useGameTexts } from "./catalogues.js";
import { helpSections } from "../../../src/ludoteca/games/checkers/page/help.js";
import { formatFen, guessFormat, marks, pick, preview, renameMove, spot, stopping, usesLetters } from "../../../src/ludoteca/games/checkers/page/model.js";

await useGameTexts("checkers");

const move = (action, path, taken = []) => ({ action, name: "", path, taken, capture: taken.length > 0, crowned: false });
// A chain that may stop after each jump, as the UNISA rules have it, and a quiet move of another piece.
const FREE = [move(1, [24, 15], [19]), move(2, [24, 15, 6], [19, 10]), move(3, [24, 15, 8], [19, 11]), move(4, [22, 18]), move(5, [22, 17])];
// A chain that must be finished, as the English rules have it.
const FORCED = [move(7, [24, 15, 6], [19, 10])];
// Two ways round to the same square.
const ROUND = [move(8, [31, 22, 15], [26, 18]), move(9, [31, 24, 15], [27, 19])];

test("a piece that can move is chosen, another is asked about", () => {
  assert.deepEqual(pick(FREE, [], 24), { chosen: [24] });
  assert.deepEqual(pick(FREE, [], 3), { chosen: [], attempt: { from: 3 } });
});

test("a quiet move is played by its destination", () => {
  assert.deepEqual(pick(FREE, [22], 18), { chosen: [], play: 4 });
});

test("a square that no legal move reaches is an attempt, and the piece stays chosen", () => {
  assert.deepEqual(pick(FREE, [22], 14), { chosen: [22], attempt: { from: 22, to: 14 } });
});

test("another piece that can move is chosen instead; the same one is put down", () => {
  assert.deepEqual(pick(FREE, [22], 24), { chosen: [24] });
  assert.deepEqual(pick(FREE, [22], 22), { chosen: [] });
});

test("inside a chain one waits: stop there, or go on", () => {
  assert.deepEqual(pick(FREE, [24], 15), { chosen: [24, 15] });
  assert.equal(stopping(FREE, [24, 15]).action, 1);
  assert.deepEqual(pick(FREE, [24, 15], 15), { chosen: [], play: 1 });
  assert.deepEqual(pick(FREE, [24, 15], 8), { chosen: [], play: 3 });
});

test("the last square of a chain plays all of it", () => {
  assert.deepEqual(pick(FREE, [24], 6), { chosen: [], play: 2 });
  assert.deepEqual(pick(FORCED, [24], 6), { chosen: [], play: 7 });
});

test("a chain without a choice is played from its first jump, and cannot stop", () => {
  assert.deepEqual(pick(FORCED, [24], 15), { chosen: [], play: 7 });
  assert.equal(stopping(FORCED, [24, 15]), undefined);
});

test("an end that two ways lead to is not guessed", () => {
  assert.deepEqual(pick(ROUND, [31], 15), { chosen: [31] });
  assert.deepEqual(pick(ROUND, [31], 24), { chosen: [], play: 9 });
});

test("marks: what can move, then where it goes", () => {
  assert.deepEqual([...marks(FREE, [])], [[24, "movable"], [22, "movable"]]);
  assert.deepEqual(Object.fromEntries(marks(FREE, [24])), { 15: "jump", 6: "stop", 8: "stop", 24: "chosen" });
  assert.deepEqual(Object.fromEntries(marks(FREE, [22])), { 18: "step", 17: "step", 22: "chosen" });
  assert.deepEqual(Object.fromEntries(marks(FREE, [24, 15])), { 6: "jump", 8: "jump", 15: "chosen" });
});

test("while a chain is chosen the piece has hopped, and what it took is pale", () => {
  const position = usualPosition({ 24: "w", 19: "b", 10: "b", 11: "b" });
  const { pieces, pale } = preview(position, FREE, [24, 15]);
  assert.deepEqual(pieces, { 15: "w", 19: "b", 10: "b", 11: "b" });
  assert.deepEqual(pale, [19]);
  assert.equal(position.pieces[24], "w", "the position itself is left alone");
});

test("a flipped board turns both ways", () => {
  assert.deepEqual(spot({ row: 0, column: 1 }, true), { row: 7, column: 6 });
  assert.deepEqual(spot({ row: 0, column: 1 }, false), { row: 0, column: 1 });
});

test("moves are renamed square by square", () => {
  const position = usualPosition({});
  assert.equal(renameMove("22-18", position, true), "c3-d4");
  assert.equal(renameMove("31x22x15", position, true), "e1xc3xe5");
  assert.equal(renameMove("c3-d4", position, false), "22-18");
  assert.equal(renameMove("c3-d4", position, true), "c3-d4");
});

test("squares are called as the rule set does unless someone chose", () => {
  const position = usualPosition({});
  assert.equal(usesLetters(position, "auto"), false);
  assert.equal(usesLetters({ ...position, letters: true }, "auto"), true);
  assert.equal(usesLetters(position, "letters"), true);
});

test("a position is told from a game", () => {
  assert.equal(guessFormat("W:W21,22:B1,K2"), "fen");
  assert.equal(guessFormat('[FEN "W:W21:B1"]'), "fen");
  assert.equal(guessFormat('[Event "x"]\n1. 11-15 *'), "pdn");
  assert.equal(guessFormat('[FEN "W:W21:B1"]\n1. 21-17 *'), "pdn");
});

test("the editor writes FEN, squares in order", () => {
  assert.equal(formatFen({ 32: "w", 21: "W", 1: "b", 5: "B" }, "B"), "B:WK21,32:B1,K5");
});

test("the moves in the pictures of the rules jump over what they take", () => {
  for (const { scene } of helpSections()) {
    if (!scene?.hint) continue;
    const { path, taken } = scene.hint;
    const at = (square) => scene.position.squares.find((place) => place.square === square);
    assert.ok(scene.position.pieces[path[0]], "something stands where the move begins");
    path.slice(1).forEach((to, hop) => {
      const [from, over, land] = [at(path[hop]), taken.length ? at(taken[hop]) : null, at(to)];
      assert.equal(scene.position.pieces[to], undefined, `${to} is free`);
      assert.equal(Math.abs(land.row - from.row), Math.abs(land.column - from.column), "diagonal");
      if (!over) return;
      assert.equal(scene.position.pieces[over.square], "b");
      const [reach, way] = [Math.abs(over.row - from.row), Math.abs(land.row - from.row)];
      assert.ok(reach > 0 && reach < way, `${over.square} lies between ${path[hop]} and ${to}`);
      assert.equal((over.row - from.row) * (land.column - from.column), (over.column - from.column) * (land.row - from.row));
    });
  }
  assert.equal(helpSections().length, 6);
});

test("a move chosen ahead is played if it is the only one meant, and legal", async () => {
  const { choosePremove, findPremove, isOwn, mayPremove, NONE } = await import("../../../src/ludoteca/games/checkers/page/premove.js");
  const waiting = { playable: false, mover: 1, you: [0] };
  assert.ok(mayPremove(waiting));
  assert.ok(mayPremove({ ...waiting, mover: 0, pending: {} }), "one's own move is on its way");
  for (const other of [{ playable: true }, { mover: -2 }, { you: [] }, { you: [0, 1] }, { editing: true }, { mover: 0 }]) {
    assert.ok(!mayPremove({ ...waiting, ...other }), JSON.stringify(other));
  }
  assert.ok(isOwn("W", 0) && isOwn("b", 1) && !isOwn("b", 0) && !isOwn(undefined, 0));
  let now = choosePremove(NONE, 22, true);
  assert.deepEqual(now, { from: 22, to: null });
  now = choosePremove(now, 18, false);
  assert.deepEqual(now, { from: 22, to: 18 });
  assert.deepEqual(choosePremove(now, 17, false), { from: 22, to: 17 }, "another target");
  assert.deepEqual(choosePremove(now, 23, true), { from: 23, to: null }, "another piece");
  assert.deepEqual(choosePremove(now, 22, true), NONE);
  assert.deepEqual(choosePremove(NONE, 18, false), NONE);
  const step = (action, ...path) => ({ action, name: "", path, taken: [], capture: path.length > 2, crowned: false });
  assert.equal(findPremove(now, [step(5, 22, 18), step(6, 22, 17)]), 5);
  assert.equal(findPremove(now, [step(6, 22, 17)]), undefined);
  assert.equal(findPremove(now, [step(7, 22, 15, 18)]), 7, "a capture that ends there");
  assert.equal(findPremove(now, [step(7, 22, 15, 18), step(8, 22, 13, 18)]), undefined, "two ways to it");
});

test("the coach says one thing at a time, and nothing to who watches", async () => {
  const { coachText } = await import("../../../src/ludoteca/games/checkers/page/coach.js");
  const scene = { you: [0], mover: 0, playable: true, legal: [{ capture: false, crowned: false }], ply: 0, pending: null };
  const said = [
    coachText(scene, []), coachText(scene, [22]), coachText({ ...scene, legal: [{ capture: true }] }, []), coachText({ ...scene, legal: [{ capture: true }] }, [22]),
    coachText(scene, [22, 15]), coachText({ ...scene, ply: 9, legal: [{ crowned: true }] }, []), coachText({ ...scene, ply: 4 }, []),
    coachText({ ...scene, mover: 1, playable: false }, []),
  ];
  assert.equal(new Set(said).size, said.length, "each situation has words of its own");
  assert.ok(said.every(Boolean));
  for (const quiet of [{ you: [] }, { you: [0, 1] }, { mover: -2, playable: false }, { ply: 30 }]) assert.equal(coachText({ ...scene, ...quiet }, []), "");
});
