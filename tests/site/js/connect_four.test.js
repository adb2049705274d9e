import assert from "node:assert/strict";
import { test } from "node:test";
import { cellModels, moveInto } from "../../../src/ludoteca/games/connect_four/page/model.js";

const EMPTY = Array(7).fill(null);
const position = {
  columns: 7, rows: 6, variant: "standard", line: [[5, 0], [5, 1], [5, 2], [5, 3]],
  cells: [EMPTY, EMPTY, EMPTY, EMPTY, [1, 1, 1, null, null, null, null], [0, 0, 0, 0, null, null, null]],
};
const legal = [{ action: 4, name: "e", column: 4, row: 5 }];

test("a cell knows its disc, whether it is in the line, and where a disc lands", () => {
  const cells = cellModels(position, legal, { row: 5, column: 3 });
  assert.equal(cells.length, 42);
  assert.deepEqual(cells.find((cell) => cell.row === 5 && cell.column === 3), { id: 38, row: 5, column: 3, owner: 0, lands: false, won: true, last: true });
  assert.deepEqual(cells.filter((cell) => cell.lands).map((cell) => cell.id), [39]);
});

test("a column without a legal move has none", () => {
  assert.equal(moveInto(legal, 4).action, 4);
  assert.equal(moveInto(legal, 0), undefined);
});

test("the coach speaks at the beginning, and only to who plays", async () => {
  const { coachText } = await import("../../../src/ludoteca/games/connect_four/page/coach.js");
  const scene = { you: [1], mover: 1, playable: true, ply: 1 };
  const said = [1, 3, 9].map((ply) => coachText({ ...scene, ply }));
  assert.equal(new Set(said).size, 3);
  assert.ok(said.every(Boolean));
  for (const quiet of [{ you: [] }, { you: [0, 1] }, { playable: false }, { ply: 25 }]) assert.equal(coachText({ ...scene, ...quiet }), "");
});
