import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { chartOf, stepFrom } from "../../../src/ludoteca/games/dicewars/page/geometry.js";
import { helpSections } from "../../../src/ludoteca/games/dicewars/page/help.js";
import { applyStep, bestAttack, dailySeed, marks, pick, readName, rowsOf, seriesOf, turnOf, turnPlies } from "../../../src/ludoteca/games/dicewars/page/model.js";
import { useGameTexts } from "./catalogues.js";
import { ISLAND, makePosition, readMap } from "../../../src/ludoteca/games/dicewars/page/sample.js";

await useGameTexts("dicewars");
const attack = (action, source, target, odds) => ({ action, name: "", kind: "attack", source, target, odds });
const transfer = (action, source, target, moved) => ({ action, name: "", kind: "transfer", source, target, moved });
const END = { action: 0, name: "end", kind: "end", income: 3 };
const LEGAL = [attack(5, 2, 5, 0.7), attack(6, 2, 3, 0.2), transfer(7, 0, 2, 2), transfer(8, 2, 0, 3), END];

test("an area that can act is chosen, another is asked about, the same one is let go", () => {
  assert.deepEqual(pick(LEGAL, null, 2), { chosen: 2 });
  assert.deepEqual(pick(LEGAL, null, 4), { chosen: null, attempt: { source: 4 } });
  assert.deepEqual(pick(LEGAL, 2, 2), { chosen: null });
});

test("a target is attacked, own land next to it gets dice", () => {
  assert.deepEqual(pick(LEGAL, 2, 5), { chosen: null, play: 5 });
  assert.deepEqual(pick(LEGAL, 0, 2), { chosen: null, play: 7 });
});

test("what cannot be reached is asked about and the choice stays, unless it can act itself", () => {
  assert.deepEqual(pick(LEGAL, 2, 8), { chosen: 2, attempt: { source: 2, target: 8 } });
  const apart = [attack(1, 2, 5, 0.5), attack(2, 7, 8, 0.5), END];
  assert.deepEqual(pick(apart, 2, 7), { chosen: 7 });
});

test("lit: first what can attack or only move, then where the chosen area can go", () => {
  assert.deepEqual(Object.fromEntries(marks(LEGAL, null)), { 2: "acts", 0: "moves" });
  assert.deepEqual(Object.fromEntries(marks(LEGAL, 2)), { 5: "attack", 3: "attack", 0: "reach", 2: "chosen" });
  assert.equal(marks([END], null).size, 0);
});

test("the best attack is the likeliest; without attacks there is none", () => {
  assert.equal(bestAttack(LEGAL).action, 5);
  assert.equal(bestAttack([transfer(7, 0, 2, 2), END]), null);
});

const LAND = { owner: [0, 1, -1], dice: [5, 3, 0] };

test("steps change owners and dice as they happen, and leave the land they began with alone", () => {
  const taken = applyStep(LAND, { type: "battle", seat: 0, source: 0, target: 1, won: true, dice: [1, 4] });
  assert.deepEqual(taken, { owner: [0, 0, -1], dice: [1, 4, 0] });
  assert.deepEqual(applyStep(LAND, { type: "battle", seat: 0, source: 0, target: 1, won: false, dice: [1, 2] }), { owner: [0, 1, -1], dice: [1, 2, 0] });
  assert.deepEqual(applyStep(LAND, { type: "deal", seat: 1, area: 2 }), { owner: [0, 1, 1], dice: [5, 3, 1] });
  assert.deepEqual(applyStep(LAND, { type: "die", seat: 1, area: 1 }).dice, [5, 4, 0]);
  assert.deepEqual(applyStep(LAND, { type: "transfer", seat: 0, source: 0, target: 1, moved: 4 }).dice, [1, 7, 0]);
  assert.deepEqual(applyStep(LAND, { type: "roll", attacker: [1], defender: [2] }), LAND);
  assert.deepEqual(LAND, { owner: [0, 1, -1], dice: [5, 3, 0] });
});

test("a seat without land is out, but not while land is dealt", () => {
  const position = makePosition([0, 0, 2], [1, 2, 3]);
  assert.deepEqual(rowsOf(position).map((row) => row.out), [false, true, false]);
  assert.deepEqual(rowsOf(position).map((row) => row.moves), [true, false, false]);
  assert.ok(rowsOf({ ...position, phase: "deal" }).every((row) => !row.out && !row.moves));
  assert.ok(rowsOf({ ...position, phase: "over" }).every((row) => !row.moves));
});

const at = (phase, turns, turn, areas) => ({ position: { ...makePosition([0, 1], [1, 1]), phase, turns, turn, seats: { areas, region: areas, pool: areas, reserve: [0, 0], chance: [] } } });

test("a replay is cut into turns: where each begins, and the end", () => {
  const positions = [at("dice", 0, 0, [1, 1]), at("turn", 0, 0, [1, 1]), at("battle", 0, 0, [1, 1]), at("turn", 0, 0, [2, 0]), at("income", 1, 0, [2, 0]), at("turn", 1, 1, [2, 0]), at("over", 1, 1, [2, 0])];
  const plies = turnPlies(positions);
  assert.deepEqual(plies, [1, 5, 6]);
  assert.deepEqual([0, 1, 4, 5, 6].map((ply) => turnOf(plies, ply)), [0, 0, 0, 1, 2]);
  assert.deepEqual(seriesOf(positions, plies), [[1, 2, 2], [1, 0, 0]]);
});

test("the same where every position is one after a decision", () => {
  const positions = [at("turn", 0, 0, [1, 1]), at("turn", 0, 0, [2, 0]), at("turn", 1, 1, [2, 0])];
  assert.deepEqual(turnPlies(positions), [0, 2]);
});

test("the map of a day is its date, everywhere the same day", () => {
  assert.equal(dailySeed(new Date("2026-11-18T23:59:59Z")), 20261118);
  assert.equal(dailySeed(new Date("2027-01-02T00:00:00Z")), 20270102);
});

test("names of moves are read", () => {
  assert.deepEqual(readName("attack 14>9"), { kind: "attack", source: 14, target: 9 });
  assert.equal(readName("end"), null);
});

const CHART = chartOf(ISLAND);

test("a map drawn with digits knows its neighbours, both ways", () => {
  assert.deepEqual(readMap(["1122", ".112"]).neighbours, [[1], [0]]);
  ISLAND.neighbours.forEach((others, area) => others.forEach((other) => assert.ok(ISLAND.neighbours[other].includes(area))));
});

test("areas that border fit together: where three meet, all three outlines pass", () => {
  const points = CHART.areas.map(({ path }) => new Set([...path.matchAll(/(-?[\d.]+ -?[\d.]+)(?=Q|Z)/g)].map((found) => found[1])));
  ISLAND.neighbours.forEach((others, area) => others.forEach((other) => {
    const shared = [...points[area]].filter((point) => points[other].has(point));
    assert.ok(shared.length >= 2, `${area + 1} and ${other + 1} share ${shared.length} points`);
  }));
});

test("dice stand inside the picture, and areas are read from the top left", () => {
  const { x, y, width, height } = CHART.box;
  for (const { middle } of CHART.areas) assert.ok(middle.x > x && middle.x < x + width && middle.y > y && middle.y < y + height);
  assert.deepEqual([...CHART.order].sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(CHART.order[0], 0);
});

test("arrow keys reach every area, and prefer neighbours", () => {
  const seen = new Set([0]);
  const waiting = [0];
  while (waiting.length) {
    const from = waiting.shift();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const to = stepFrom(CHART, from, key);
      if (to !== undefined && !seen.has(to)) waiting.push(seen.add(to) && to);
    }
  }
  assert.equal(seen.size, 9);
  assert.ok(ISLAND.neighbours[4].includes(stepFrom(CHART, 4, "ArrowRight")));
  assert.equal(stepFrom(CHART, 4, "x"), undefined);
  assert.equal(stepFrom(CHART, 4, "Home"), CHART.order[0]);
});

test("a map without a picture is a ring of areas with lines between neighbours", () => {
  const ring = chartOf({ columns: 32, hexes: "", neighbours: [[1], [0, 2], [1]] });
  assert.equal(ring.areas.length, 3);
  assert.equal(ring.links.length, 2);
});

// Colours as people see them whose eyes lack a kind of cones: Machado, Oliveira and Fernandes 2009, full severity.
const EYES = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i], 0));
const linear = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
function lab(rgb) {
  const xyz = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb.map((c) => Math.min(1, Math.max(0, c))));
  const [x, y, z] = xyz.map((value, i) => value / [0.95047, 1, 1.08883][i]).map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("eight colours that every eye can tell: far apart in Lab under each kind of colour blindness", () => {
  const css = readFileSync(new URL("../../../src/ludoteca/games/dicewars/page/board.css", import.meta.url), "utf8");
  const colours = Array.from({ length: 8 }, (_, seat) => new RegExp(`--dice-${seat}: (#[0-9a-f]{6});`).exec(css)[1]);
  for (const [name, matrix] of Object.entries(EYES)) {
    const seen = colours.map((colour) => lab(times(matrix, linear(colour))));
    seen.forEach((a, i) => seen.slice(i + 1).forEach((b, j) => {
      const apart = Math.hypot(...a.map((value, k) => value - b[k]));
      assert.ok(apart > 20, `${name}: seats ${i} and ${i + 1 + j} are only ${apart.toFixed(1)} apart`);
    }));
  }
});

test("the roll in the pictures of the rules is what their words say", () => {
  assert.equal(helpSections().length, 7);
  const [roll] = helpSections().flatMap(({ scene }) => scene?.last?.steps ?? []).filter((step) => step.type === "roll");
  const sum = (dice) => dice.reduce((total, die) => total + die, 0);
  assert.ok(helpSections()[2].text.join().includes(`${sum(roll.attacker)} beat ${sum(roll.defender)}`));
});
