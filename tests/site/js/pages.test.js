import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBoard, checkPage, scriptProblem } from "ludoteca/lib/page-check.js";
import { fileURLToPath } from "node:url";
import { readTexts } from "./catalogues.js";

const { en } = readTexts(fileURLToPath(new URL("../../../src/ludoteca/site/texts", import.meta.url)));

const PAGE = { picture: () => null, board: () => Promise.resolve({ mountBoard: () => null }) };

test("a page has a picture and a board; what is missing is named, and whose it is", () => {
  assert.equal(checkPage(PAGE, "othello"), null);
  assert.deepEqual(checkPage({ ...PAGE, picture: "a.svg", board: undefined }, "othello"),
    { code: "page/no_export", message: "", params: { package: "othello", missing: "picture, board" } });
  assert.equal(checkPage(undefined, "othello").params.missing, "picture, board");
});

test("a board has a mount function", () => {
  assert.equal(checkBoard({ mountBoard: () => null }, "othello"), null);
  for (const module of [{}, { mountBoard: 5 }, undefined]) assert.equal(checkBoard(module, "othello").code, "page/no_mount");
});

test("a script that fails is told with its reason, and every problem has a text", () => {
  const problem = scriptProblem(new SyntaxError("no such thing"), "othello");
  assert.deepEqual(problem, { code: "page/script", message: "", params: { package: "othello", reason: "no such thing" } });
  for (const code of ["page/no_folder", "page/no_index", "page/script", "page/no_export", "page/no_mount"]) {
    assert.match(en[`error.${code}`], /\{package\}/, code);
  }
});
