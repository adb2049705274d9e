import assert from "node:assert/strict";
import test from "node:test";

const ROOT = "../../../src/ludoteca/site/static";
const { linesOf, shareOf, valueAt, valueText } = await import(`${ROOT}/lib/values.js`);
const { nextMark } = await import(`${ROOT}/components/chart/points.js`);
const { Lines } = await import(`${ROOT}/components/variation/model.js`);

const WIN = { kind: "win", low: 0, high: 1, inaccuracy: 0.05, mistake: 0.1, blunder: 0.15 };
const POINTS = { ...WIN, kind: "points", high: 25 };
const decision = (number, seat, before, after) => ({ number, seat, before, after });

test("two opponents have one line, from the first one's side", () => {
  const decisions = [decision(1, 0, 0.6, 0.5), decision(2, 1, 0.5, 0.2), decision(3, 0, 0.8, null)];
  assert.deepEqual(linesOf({ scale: WIN, opposed: true, seats: [{}, {}], decisions }, 3), [[0.6, 0.5, 0.8, null]]);
});

test("several rivals have a line each, a team has one", () => {
  const decisions = [decision(1, 0, 0.4, 0.3), decision(2, 2, 0.3, 0.2)];
  const lines = linesOf({ scale: WIN, opposed: false, seats: [{}, {}, {}], decisions }, 2);
  assert.deepEqual(lines, [[0.4, 0.3, null], [null, null, null], [null, 0.3, 0.2]]);
  assert.equal(valueAt(lines[0], 2), 0.3);
  assert.equal(valueAt(lines[1], 2), null);
  assert.deepEqual(linesOf({ scale: POINTS, opposed: false, seats: [{}, {}], decisions: [decision(1, 1, 20, 19)] }, 1), [[20, 19]]);
});

test("values are percents or points", () => {
  assert.equal(valueText(WIN, 0.62).replace(/\s/g, ""), "62%");
  assert.equal(valueText(POINTS, 21.44), "21.4");
  assert.equal(valueText(WIN, null), "?");
  assert.equal(shareOf(POINTS, 30), 1);
});

test("the next mistake is found in both directions", () => {
  assert.equal(nextMark([3, 9, 12], 3, 1), 9);
  assert.equal(nextMark([3, 9, 12], 9, -1), 3);
  assert.equal(nextMark([3, 9, 12], 12, 1), null);
});

test("lines that were tried make a tree, and a branch can be cut", () => {
  const lines = new Lines();
  const named = (...actions) => actions.map((action) => ({ action, text: `m${action}` }));
  lines.add(4, named(1, 2));
  lines.add(4, named(1, 3, 5));
  lines.add(0, named(7));
  assert.deepEqual(lines.starts, [0, 4]);
  assert.deepEqual(lines.roots.get(4).map((branch) => branch.children.map((one) => one.action)), [[2, 3]]);
  lines.cut(4, [1, 3]);
  assert.deepEqual(lines.roots.get(4)[0].children.map((one) => one.action), [2]);
  lines.cut(4, [1]);
  assert.deepEqual(lines.starts, [0]);
});
