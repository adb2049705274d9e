import assert from "node:assert/strict";
import { test } from "node:test";
import { keptWithout, readLink, saidOptions, writeLink } from "ludoteca/components/adviser/model.js";

const { mayBeNervous, mistakenNerves, nervesOutcome, presentSeats } = await import("../../../src/ludoteca/games/contest/page/follow.js");

test("a link carries the game, and nonsense carries none", () => {
  const held = { seat: 1, options: { mode: "game", contestants: "Betta, A=B:c/d&e" }, actions: [0, 3, 12] };
  assert.deepEqual(readLink(`#${writeLink(held)}`), held);
  for (const text of ["", "#", "#seat=1", "#seat=x&options={}", "#seat=-1&options={}", "#seat=0&options=[]", "#seat=0&options={}&actions=a.b", `#seat=0&options={}&actions=${"1.".repeat(600)}`]) {
    assert.equal(readLink(text), null, text);
  }
});

test("what is usual is left out of a link", () => {
  assert.deepEqual(saidOptions([{ name: "a", default: 1 }, { name: "b", default: "x" }], { a: 1, b: "y", c: 2 }), { b: "y", c: 2 });
});

test("taking back takes back an answer: picks together, and what followed by itself", () => {
  const log = (...seats) => seats.map((seat) => ({ seat, show: seat === -2 ? { nervous: [] } : {} }));
  const byItself = (move) => move.show.nervous !== undefined;
  assert.equal(keptWithout(log(0, 1, 2, 3), true, byItself), 0);
  assert.equal(keptWithout(log(0, 1, 2, 3, 0, 1, 3), true, byItself), 4, "only this turn's");
  assert.equal(keptWithout(log(0, 1, 2, 3, -1), true, byItself), 4, "an answer about chance");
  assert.equal(keptWithout(log(0, 1, 2, 3, -2), true, byItself), 0, "nerves go with the picks");
  assert.equal(keptWithout(log(0, 1, 0), false, byItself), 2, "moves in turn go one by one");
  assert.equal(keptWithout([], true, byItself), 0);
});

test("nerves follow from who could not perform", () => {
  const outcomes = [[], [2], [3], [3, 2]].map((nervous, action) => ({ action, nervous }));
  assert.equal(nervesOutcome(outcomes, [3]).action, 2);
  assert.equal(nervesOutcome(outcomes, [2, 3]).action, 3);
  assert.equal(nervesOutcome(outcomes, [0]).action, 0, "who cannot become nervous now may later");
  assert.equal(nervesOutcome([{ brings: 4 }], []), null);
  const log = [{ steps: [{ type: "too_nervous", seat: 2 }, { type: "turn" }] }];
  assert.deepEqual(mistakenNerves([2, 3], log), [3]);
  assert.deepEqual(mistakenNerves(null, log), []);
});

test("only who performs is asked for, and nerves only after a move that makes nervous", () => {
  const contestants = [[], ["resting"], ["nervous"], ["gone"]].map((signs) => ({ signs }));
  assert.deepEqual(presentSeats({ contestants }), [0, 2]);
  const stage = { contestants: [["plain"], ["nervous_after"], ["plain"]].map((moves) => ({ moves: moves.map((effect) => ({ effect })) })) };
  assert.deepEqual([0, 1, 2].map((place) => mayBeNervous(stage, { order: [2, 1, 0] }, place)), [false, false, true]);
});
