/** Clocks, news and filters, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTexts } from "./catalogues.js";
import { fileURLToPath } from "node:url";
import { useTexts } from "ludoteca/lib/texts.js";

const ROOT = "../../../src/ludoteca/site/static";
const { isWanted } = await import(`${ROOT}/components/my-game/filter.js`);
const { sinceLastTurn, tellMove } = await import(`${ROOT}/components/news/model.js`);
const { arrangeSeats } = await import(`${ROOT}/components/setup/model.js`);
const { clockName, clockText, clockValue, leftOf, parseClock, PRESETS } = await import("ludoteca/lib/clock.js");

useTexts(readTexts(fileURLToPath(new URL("../../../src/ludoteca/site/texts", import.meta.url))).en);

test("only the clock of who is to move runs, and none while it stands still", () => {
  const clocks = { left: [60_000, 30_000], at: 1_000 };
  assert.equal(leftOf(clocks, 0, 0, 11_000), 50_000);
  assert.equal(leftOf(clocks, 1, 0, 11_000), 30_000);
  assert.equal(leftOf(clocks, 0, 0, 500), 60_000, "a message may come from the future of a wrong clock");
  assert.equal(leftOf(clocks, 0, 0, 100_000), 0);
  assert.equal(leftOf({ ...clocks, at: null }, 0, 0, 100_000), 60_000);
});

test("a clock is written as people read it", () => {
  const shown = [300_000, 299_001, 61_000, 10_000, 9_940, 50, 0, 3_600_000, 2 * 86_400_000 + 5 * 3_600_000].map((left) => clockText(left));
  assert.deepEqual(shown, ["5:00", "5:00", "1:01", "0:10", "0:09.9", "0:00.0", "0:00", "1:00:00", "2 days 5 h"]);
  assert.deepEqual([null, PRESETS[1], { kind: "days", days: 1 }, { kind: "fischer", seconds: 30, increment: 0 }].map(clockName),
    ["No clock", "5 min + 3 s", "1 day a move", "30 s"]);
});

test("a clock of a list comes back", () => {
  for (const preset of [null, ...PRESETS]) assert.deepEqual(parseClock(clockValue(preset)), preset);
});

test("news are what others did since one's own last turn", () => {
  const moves = [0, 1, 2, 0, 1, 2].map((seat, i) => ({ seat, name: `m${i}`, action: i, number: i + 1, ply: i }));
  assert.deepEqual(sinceLastTurn(moves, [0]).map(({ name }) => name), ["m4", "m5"]);
  assert.deepEqual(sinceLastTurn(moves, [2]), []);
  assert.deepEqual(sinceLastTurn(moves, []), []);
  assert.deepEqual(tellMove("x", { ...moves[1], chance: ["six"] }, (name) => name.toUpperCase()), ["Seat 2: M1 · SIX"]);
  assert.deepEqual(tellMove("x", { ...moves[1], name: null }, (name) => name), ["Seat 2: …"]);
  assert.deepEqual(tellMove("x", { ...moves[1], events: { en: ["It rains."], it: ["Piove."] } }, (name) => name), ["It rains."]);
});

test("filters of my games", () => {
  const person = { kind: "person", you: false };
  const mine = { game: "a", result: null, your_turn: true, seats: [{ kind: "person", you: true }, person] };
  const over = { ...mine, result: {}, game: "b", seats: [{ kind: "agent", you: false }] };
  const shown = (/** @type {string} */ state, game = "") => [mine, over].filter((one) => isWanted(one, { state, game })).length;
  assert.deepEqual(["all", "turn", "running", "people", "over"].map((state) => shown(state)), [2, 1, 1, 1, 1]);
  assert.equal(shown("all", "b"), 1);
  assert.equal(shown("turn", "b"), 0);
});

test("seats for anyone are seats by link", () => {
  assert.deepEqual(arrangeSeats({ opponent: "anyone", agent: "", seats: 2, seat: 0 }), [{ kind: "me" }, { kind: "link" }]);
});
