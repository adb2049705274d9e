import assert from "node:assert/strict";
import { test } from "node:test";

const ROOT = "../../../src/ludoteca/site/static";
const { applyPatch, share } = await import(`${ROOT}/lib/patches.js`);
const { applyChange, follows, takeTable } = await import(`${ROOT}/lib/changes.js`);
const { Store } = await import(`${ROOT}/lib/store.js`);
const { ShowQueue } = await import(`${ROOT}/app/show-queue.js`);
const { loadMoves, Positions, unfold } = await import(`${ROOT}/app/positions.js`);

const row = (number) => ({ number, ply: number - 1, seat: 0, name: `m${number}`, action: number });
const table = {
  type: "table", version: 5, count: 3, ply: 3, mover: 0, seats: [{ name: "a" }, { name: "b" }], position: { cells: [[0, 1], [2]], to_move: 0 },
  legal: [], moves_from: 1, moves: [row(2), row(3)], last: row(3), offer: null,
};

test("a patch sets, adds and removes, and leaves the rest the same objects", () => {
  const before = { a: { b: [1, 2], c: { d: 1 } }, e: 5 };
  const after = applyPatch(before, [[["a", "b", 2], 3], [["a", "b", 0], 9], [["e"]]]);
  assert.deepEqual(after, { a: { b: [9, 2, 3], c: { d: 1 } } });
  assert.equal(after.a.c, before.a.c);
  assert.deepEqual(before, { a: { b: [1, 2], c: { d: 1 } }, e: 5 });
});

test("a change adds moves and patches the position; what is not named stays the same object", () => {
  const change = { type: "change", from: 5, to: 6, count: 4, ply: 5, patch: [[["cells", 1, 0], 7]], moves_from: 3, moves: [{ ...row(4), column: 2 }], seats: [{ name: "a" }, { name: "c" }] };
  assert.ok(follows(table, change));
  const next = applyChange(table, change);
  assert.deepEqual([next.version, next.ply, next.position.cells[1][0], next.last.column], [6, 5, 7, 2]);
  assert.deepEqual(next.moves.map((move) => move.number), [2, 3, 4]);
  assert.equal(next.position.cells[0], table.position.cells[0]);
  assert.equal(next.seats[0], table.seats[0], "a seat that is as it was");
  assert.notEqual(next.seats[1], table.seats[1]);
  assert.ok(!follows(next, change), "a gap is noticed");
});

test("what was taken back goes; moves that are told anew replace the list", () => {
  const undone = applyChange(table, { type: "change", from: 5, to: 6, count: 2, ply: 2, moves_from: 2, moves: [], last: row(2) });
  assert.deepEqual([undone.moves.map((move) => move.number), undone.last.number], [[2], 2]);
  const retold = applyChange(table, { type: "change", from: 5, to: 6, moves_from: 2, moves: [row(3)], retold: true, last: row(3) });
  assert.deepEqual([retold.moves_from, retold.moves.length], [2, 1]);
  const further = applyChange(table, { type: "change", from: 5, to: 6, moves_from: 0, moves: [], last: null });
  assert.deepEqual([further.moves_from, further.moves, further.last], [0, [], null]);
});

test("a table that comes whole again is made of what was known", () => {
  const again = takeTable(table, structuredClone({ ...table, version: 9 }));
  assert.equal(again.seats, table.seats);
  assert.equal(again.version, 9);
  assert.equal(share([1, 2], [1, 2, 3]).length, 3);
});

test("a store calls those whose part has changed, and nobody else", () => {
  const store = new Store({ a: 1, b: { c: 2 } });
  const called = [];
  store.watch(({ a }) => [a], (a) => called.push(`a${a}`));
  store.watch(({ b }) => [b], (b) => called.push(`b${b.c}`));
  store.set({ a: 1 });
  store.set({ b: { c: 3 } });
  assert.deepEqual(called, ["a1", "b2", "b3"]);
  store.redraw();
  assert.deepEqual(called.slice(3), ["a1", "b3"]);
});

const settle = async () => { for (let i = 0; i < 10; i += 1) await Promise.resolve(); };

function watchQueue({ hidden = false } = {}) {
  const shown = [];
  const ends = [];
  const timers = [];
  const queue = new ShowQueue({
    show: (item, quiet) => { shown.push(quiet ? `${item}!` : item); return new Promise((done) => { ends.push(done); }); },
    hurries: () => hidden,
    pause: () => new Promise((done) => { timers.push(done); }),
  });
  return { queue, shown, ends, timers };
}

test("the next position waits for the animation of the one before", async () => {
  const { queue, shown, ends } = watchQueue();
  [1, 2, 3].forEach((item) => queue.push(item));
  assert.deepEqual(shown, [1], "the first at once");
  ends[0]();
  await settle();
  assert.deepEqual(shown, [1, 2]);
  ends[1]();
  await settle();
  assert.deepEqual(shown, [1, 2, 3]);
});

test("an animation that does not end is not waited for, and one that fails neither", async (context) => {
  context.mock.method(console, "error", () => undefined);
  const { queue, shown, timers } = watchQueue();
  queue.push(1);
  queue.push(2);
  timers[0]();
  await settle();
  assert.deepEqual(shown, [1, 2]);
  const failing = new ShowQueue({ show: (item) => { shown.push(item); return Promise.reject(new Error("no")); }, hurries: () => false, pause: () => new Promise(() => undefined) });
  failing.push(3);
  failing.push(4);
  await settle();
  assert.deepEqual(shown.slice(2), [3, 4]);
});

test("who is far behind, or does not look, is shown only the newest, quietly", async () => {
  const far = watchQueue();
  for (let item = 1; item <= 8; item += 1) far.queue.push(item);
  far.ends[0]();
  await settle();
  assert.deepEqual(far.shown, [1, "8!"]);
  const away = watchQueue({ hidden: true });
  away.queue.push(1);
  away.queue.push(2);
  await settle();
  assert.deepEqual(away.shown, ["1!", "2!"], "nothing is waited for");
});

test("a page may be more patient, and a person who is not skips to the newest", async () => {
  const { queue, shown, ends } = watchQueue();
  queue.patience = 20;
  for (let item = 1; item <= 8; item += 1) queue.push(item);
  ends[0]();
  await settle();
  assert.deepEqual(shown, [1, 2], "one by one");
  queue.hurry();
  ends[1]();
  await settle();
  assert.deepEqual(shown, [1, 2, "8!"]);
  queue.push(9);
  assert.deepEqual(shown.slice(3), [9], "what comes later is shown as usual");
});

test("positions come in pages, each once, with what changed written out", async () => {
  const asked = [];
  const ask = async (path) => {
    asked.push(path);
    const from = Number(/from=(\d+)/.exec(path)[1]);
    return { positions: [{ number: from, position: { a: [from, 0] } }, { number: from + 1, patch: [[["a", 1], from + 1]] }] };
  };
  const positions = new Positions("t", ask);
  assert.deepEqual((await positions.at(101)).position, { a: [100, 101] });
  assert.deepEqual((await positions.at(100)).position, { a: [100, 0] });
  assert.deepEqual(asked, ["/tables/t/replay?from=100&count=100"]);
  positions.forget();
  await positions.at(1);
  assert.equal(asked.length, 2);
  assert.deepEqual((await positions.all(1)).map((step) => step.number), [0, 1]);
  assert.equal(asked.length, 2, "what is known is not asked for");
  assert.equal(unfold([{ number: 0, position: { x: 1 } }])[0].position.x, 1);
});

test("earlier moves are asked for until they are all there", async () => {
  const all = Array.from({ length: 7 }, (_, i) => row(i + 1));
  const ask = async (path) => ({ moves: all.slice(Number(/from=(\d+)/.exec(path)[1])).slice(0, 3) });
  assert.deepEqual((await loadMoves("t", 5, ask)).map((move) => move.number), [1, 2, 3, 4, 5]);
});
