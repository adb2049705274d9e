import assert from "node:assert/strict";
import { test } from "node:test";
import { countRight, nextLesson, readProgress, withVerdict } from "ludoteca/components/course/progress.js";
import { triedScene } from "ludoteca/lib/scene.js";

const NAMES = ["told", "pointed", "warn"];

test("the first answer to a lesson counts, and what is unreadable is nothing", () => {
  const once = withVerdict(withVerdict({}, "told", "wrong"), "told", "right");
  assert.deepEqual(once, { told: "wrong" });
  const more = withVerdict(once, "pointed", "works");
  assert.deepEqual(readProgress(JSON.stringify(more), NAMES), more);
  for (const text of ["", "nonsense", "[1]", "null", '{"told": "great", "other": "right"}']) assert.deepEqual(readProgress(text, NAMES), {});
  assert.deepEqual([countRight(more), nextLesson(more, NAMES), nextLesson({}, NAMES)], [1, 2, 0]);
  assert.equal(nextLesson(withVerdict(more, "warn", "right"), NAMES), 0);
});

test("a position that could have been is played on until it is over", () => {
  const told = { from: 4, moves: [{}, {}], last: null, position: { a: 1 }, legal: [{ action: 1, name: "x" }], mover: 0, result: null };
  const scene = triedScene(told, true, false, { stage: { b: 2 } });
  assert.deepEqual([scene.ply, scene.playable, scene.flipped, scene.stage], [6, true, true, { b: 2 }]);
  assert.equal(triedScene({ ...told, result: {} }, false, true, {}).playable, false);
});
