import assert from "node:assert/strict";
import { test } from "node:test";

const ROOT = "../../../src/ludoteca/site/static";
const { step } = await import(`${ROOT}/components/cells/steps.js`);
const { linePoints } = await import(`${ROOT}/components/chart/points.js`);
const { arrangeSeats, completeOptions, guessFormat, parseSeat, parseSeed, seatValue, usualSeats } = await import(`${ROOT}/components/setup/model.js`);
const { addDepth, bars, thinkers } = await import(`${ROOT}/components/think/model.js`);
const { layOut, prune } = await import(`${ROOT}/components/tree/layout.js`);
const { usualPosition } = await import("../../../src/ludoteca/games/checkers/page/diagram.js");
const { moveRows, numberByKey, numberOfHash } = await import(`${ROOT}/lib/moves.js`);
const { Outbox } = await import(`${ROOT}/lib/outbox.js`);
const { sceneOf, seatOrder, soundOfEnd, turnedBy } = await import(`${ROOT}/lib/scene.js`);

const cells = usualPosition({}).squares.map(({ square, row, column }) => ({ id: square, row, column }));
const at = (id) => cells.find((cell) => cell.id === id);

test("arrow keys reach every square of checkers, and up then down comes back", () => {
  for (const cell of cells) {
    for (const [there, back] of [["ArrowUp", "ArrowDown"], ["ArrowDown", "ArrowUp"], ["ArrowLeft", "ArrowRight"], ["ArrowRight", "ArrowLeft"]]) {
      const next = step(cells, cell, there);
      if (next) assert.equal(step(cells, next, back).id, cell.id, `${cell.id} ${there}`);
    }
  }
  const seen = new Set([1]);
  const waiting = [1];
  while (waiting.length) {
    for (const key of ["ArrowDown", "ArrowRight"]) {
      const next = step(cells, at(waiting[0]), key);
      if (next && !seen.has(next.id)) waiting.push(seen.add(next.id) && next.id);
    }
    waiting.shift();
  }
  assert.equal(seen.size, 32);
});

test("the edge of the board is an edge; Home and End are the ends of a row", () => {
  assert.equal(step(cells, at(1), "ArrowUp"), undefined);
  assert.equal(step(cells, at(1), "ArrowLeft"), undefined);
  assert.equal(step(cells, at(2), "Home").id, 1);
  assert.equal(step(cells, at(2), "End").id, 4);
  assert.equal(step(cells, at(2), "x"), undefined);
});

const played = (seat, ply) => ({ seat, ply, name: `m${ply}`, action: 0 });

test("rows of moves begin with whoever moved first", () => {
  const rows = moveRows([played(1, 1), played(0, 2), played(1, 3)], 2);
  assert.deepEqual(rows.map((row) => row.moves.map((move) => move?.ply ?? null)), [[1, 2], [3, null]]);
  assert.deepEqual(moveRows([], 2), []);
});

test("a seat that moves twice gets a row of its own; more seats get a row a move", () => {
  const rows = moveRows([played(0, 1), played(0, 2), played(1, 3), played(1, 4)], 2);
  assert.deepEqual(rows.map((row) => row.moves.map((move) => move?.ply ?? null)), [[1, null], [2, 3], [null, 4]]);
  assert.equal(moveRows([played(0, 1), played(2, 2)], 3).length, 2);
});

test("a table has as many seats as the game usually has, and its option follows", () => {
  const players = (usual) => ({ name: "players", default: usual });
  assert.equal(usualSeats({ seats: [2, 8], options: [players(4)] }), 4);
  assert.equal(usualSeats({ seats: [2, 5], options: [{ name: "variant", default: "standard" }, players(0)] }), 2);
  assert.equal(usualSeats({ seats: [2, 2], options: [] }), 2);
  assert.deepEqual(completeOptions({ options: [players(0)] }, { players: 0, colours: 5 }, 3), { players: 3, colours: 5 });
  assert.deepEqual(completeOptions({ options: [] }, { rules: "english" }, 2), { rules: "english" });
});

test("keys and links lead to positions inside the game", () => {
  assert.equal(numberByKey("ArrowLeft", 0, 9), 0);
  assert.equal(numberByKey("ArrowRight", 3, 9), 4);
  assert.equal(numberByKey("ArrowDown", 3, 9), 9);
  assert.equal(numberByKey("x", 3, 9), null);
  assert.equal(numberOfHash("#7", 9), 7);
  assert.equal(numberOfHash("#70", 9), 9);
  assert.equal(numberOfHash("#<b>", 9), null);
});

test("plays outlive a lost connection, under the same ply; the rest does not", () => {
  const outbox = new Outbox();
  const play = outbox.add({ type: "play", ply: 3, action: 5 });
  outbox.add({ type: "hint" });
  outbox.forgetFleeting();
  assert.deepEqual(outbox.unanswered(), [{ type: "play", ply: 3, action: 5, id: play.id }]);
  assert.equal(outbox.answer(play.id).ply, 3);
  assert.deepEqual(outbox.unanswered(), []);
  assert.equal(outbox.answer(play.id), undefined);
});

test("seats from choices", () => {
  const choice = { opponent: "agent", agent: "Hard", seats: 2, seat: 1 };
  assert.deepEqual(arrangeSeats(choice), [{ kind: "agent", agent: "Hard" }, { kind: "me" }]);
  assert.deepEqual(arrangeSeats({ ...choice, opponent: "link", seats: 3 }), [{ kind: "link" }, { kind: "me" }, { kind: "link" }]);
  assert.deepEqual(arrangeSeats({ ...choice, opponent: "here" }), [{ kind: "me" }, { kind: "me" }]);
  assert.deepEqual(arrangeSeats({ ...choice, opponent: "watch" }).map((seat) => seat.kind), ["agent", "agent"]);
  assert.deepEqual(arrangeSeats({ ...choice, seat: -1 }, () => 0.1)[0], { kind: "me" });
  assert.deepEqual(arrangeSeats({ ...choice, seat: -1 }, () => 0.9)[1], { kind: "me" });
});

test("a seat survives being a list's value; seeds and formats are read", () => {
  for (const seat of [{ kind: "me" }, { kind: "link" }, { kind: "agent", agent: "mcts:seconds=1" }]) assert.deepEqual(parseSeat(seatValue(seat)), seat);
  assert.equal(parseSeed(" 42 "), 42);
  assert.equal(parseSeed(""), null);
  assert.equal(parseSeed("-1"), null);
});

test("a pasted text is a record, or what the game takes it for, or the game's first format", () => {
  assert.equal(guessFormat('{\n "format": "ludoteca record 1",\n', ["json"]), "record");
  assert.equal(guessFormat('{"game": 1}', ["json"]), "json", "a game may have a format that is JSON, too");
  assert.equal(guessFormat("x", ["pdn", "fen"], (text) => (text === "x" ? "fen" : undefined)), "fen");
  assert.equal(guessFormat("y", ["pdn", "fen"], (text) => (text === "x" ? "fen" : undefined)), "pdn");
  assert.equal(guessFormat("y", []), "record");
});

const node = (action, visits, chooser, children = [], value = 0.5) => ({ name: `n${action}`, action, visits, chooser, value, children });
const TREE = node(null, 100, null, [node(1, 60, 0, [node(3, 40, 1), node(4, 20, 1)]), node(2, 45, 0)]);

test("pruning keeps the most visited nodes, and parents", () => {
  const few = prune(TREE, 3);
  assert.deepEqual(few.children.map((child) => [child.action, child.children.length]), [[1, 0], [2, 0]]);
  assert.equal(prune(TREE, 4).children[0].children[0].action, 3);
  assert.equal(TREE.children[0].children.length, 2, "the tree itself is left alone");
});

test("pruning keeps the root's moves, also one that was hardly tried", () => {
  const chain = (visits) => node(9, visits, 1, visits > 1 ? [chain(visits - 1)] : []);
  const root = node(null, 100, null, [node(0, 60, 0, [chain(59)]), node(1, 30, 0, [chain(29)]), node(2, 9, 0), node(3, 1, 0)]);
  assert.deepEqual(prune(root, 10).children.map((child) => child.action), [0, 1, 2, 3]);
  assert.equal(prune(root, 10).children[0].children[0].children[0].visits, 58);
});

test("a tree is laid out inside its picture; values are the root's", () => {
  const spots = layOut(TREE, 0, { width: 300, height: 200 });
  assert.equal(spots.length, 5);
  assert.ok(spots.every(({ x, y }) => x > 0 && x < 300 && y > 0 && y < 200));
  const child = spots.find((spot) => spot.name === "n3");
  assert.equal(child.value, -0.5, "what is good for the other side is bad here");
  assert.equal(child.parent, "/1");
  assert.ok(spots.find((spot) => spot.name === "n1").y < child.y);
});

const analysis = (depth, nodes, line = ["a"]) => ({ depth, nodes, value: 0.1, line: line.map((name) => ({ name })), actions: [] });

test("iterative deepening: one row a depth, the newest", () => {
  const rows = [analysis(3, 10), analysis(4, 50), analysis(4, 60, ["b"])].reduce(addDepth, []);
  assert.deepEqual(rows.map(({ depth, nodes, line }) => [depth, nodes, line.join()]), [[3, 10, "a"], [4, 60, "b"]]);
  assert.deepEqual(addDepth(rows, analysis(3, 5)).map((row) => row.depth), [3]);
  assert.deepEqual(addDepth([], analysis(0, 5)), []);
});

test("bars: shares of visits, values on one scale", () => {
  const actions = [{ action: 1, name: "a", value: 0.5, visits: 75, probability: null }, { action: 2, name: "b", value: -0.2, visits: 25, probability: null }, { action: 3, name: "c", value: null, visits: null, probability: null }];
  const [a, b, ...rest] = bars({ ...analysis(1, 1), actions }, 8);
  assert.equal(a.share, 0.75);
  assert.equal(b.length, 25 / 75);
  assert.deepEqual([a.reach, b.reach], [1, -0.4]);
  assert.deepEqual(rest, [], "of what nobody looked at there is nothing to show");
  assert.equal(bars({ ...analysis(1, 1), actions }, 1).length, 1);
  const [nothing] = bars({ ...analysis(1, 1), actions: [{ ...actions[0], value: 0.001 }] }, 8);
  assert.equal(nothing.reach, 0.02);
});

test("the tree search is offered first, players without reasons not at all", () => {
  const agents = ["random", "alphabeta", "minimax", "mcts", "bot"].map((name) => ({ name, summary: "" }));
  assert.deepEqual(thinkers({ agents }), ["mcts", "alphabeta", "minimax"]);
});

test("the chart leaves out what is not known", () => {
  assert.deepEqual(linePoints([0.5, null, 1, -3], { width: 30, height: 10 }), [{ place: 0, x: 0, y: 5 }, { place: 2, x: 20, y: 0 }, { place: 3, x: 30, y: 10 }]);
});

const table = { you: [1], mover: 1, result: null, seats: [{}, {}], position: { text: "now" }, legal: [{ action: 1 }], last: null, ply: 4, count: 4 };
const how = { flipped: false, step: null, pointed: null, quiet: false };

test("a board is playable for the mover, in the present, until the end", () => {
  assert.equal(sceneOf(table, how).playable, true);
  assert.equal(sceneOf({ ...table, mover: 0 }, how).playable, false);
  assert.equal(sceneOf({ ...table, result: {} }, how).playable, false);
  assert.equal(sceneOf(table, { ...how, pending: { action: 1 } }).playable, false, "one move at a time");
  assert.equal(sceneOf(table, { ...how, behind: true }).playable, false, "the board is not up to date");
  const step = { number: 2, seat: 0, name: "a", action: 3, show: { column: 0 }, position: { text: "then" } };
  const scene = sceneOf(table, { ...how, step });
  assert.deepEqual([scene.playable, scene.position.text, scene.last.column], [false, "then", 0]);
});

test("one's own side sits below", () => {
  assert.equal(turnedBy(table), true);
  assert.equal(turnedBy({ ...table, you: [0, 1] }), false);
  assert.deepEqual(seatOrder(2, true), { above: [0], below: [1] });
  assert.deepEqual(seatOrder(3, true), { above: [0, 1, 2], below: [] });
  assert.equal(soundOfEnd({ ...table, result: { returns: [1, -1] } }), "over");
  assert.equal(soundOfEnd({ ...table, result: { returns: [-1, 1] } }), "won");
});

test("links to this very machine are known as such", async () => {
  const { isLoopback } = await import(`${ROOT}/lib/loopback.js`);
  assert.ok(["localhost", "127.0.0.1", "127.8.0.9", "[::1]", "play.localhost"].every(isLoopback));
  assert.ok(!["192.168.1.4", "example.org", "127.example.org", "localhost.example.org"].some(isLoopback));
});

test("people of a language begin with the rules that are usual there", async () => {
  const { usualValue } = await import(`${ROOT}/components/setup/fields.js`);
  const { useTexts } = await import(`${ROOT}/lib/texts.js`);
  useTexts({ "there.default.rules": "italian", "there.default.size": "huge" });
  const rules = { name: "rules", choices: ["unisa", "italian"], default: "unisa" };
  assert.equal(usualValue({ name: "there" }, rules), "italian");
  assert.equal(usualValue({ name: "elsewhere" }, rules), "unisa");
  assert.equal(usualValue({ name: "there" }, { name: "size", choices: ["small"], default: "small" }), "small");
});
