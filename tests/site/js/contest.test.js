import assert from "node:assert/strict";
import { test } from "node:test";
import { useGameTexts } from "./catalogues.js";
import { helpSections } from "../../../src/ludoteca/games/contest/page/help.js";
import { combosOf, crowdOf, drawFour, entrantLink, entrantText, exactMove, findFault, plain, poolOf, readEntrant, searchMoves } from "../../../src/ludoteca/games/contest/page/lineup.js";
import { adviceOf, applyStep, chanceOf, codeOf, fillWings, frameOf, placesOf, shareOf, splitTurns, spread, stepBy, sumUp } from "../../../src/ludoteca/games/contest/page/model.js";
import { SHAPES } from "../../../src/ludoteca/games/contest/page/portrait.js";


await useGameTexts("contest");
const { stage, position } = helpSections()[1].scene;
const play = (frame, ...steps) => steps.reduce(applyStep, frame);

test("hearts and stars go up and down with the steps, whoever is startled shows it for one step", () => {
  const start = frameOf({ ...position, contestants: position.contestants.map((found) => ({ ...found, hearts: 0 })) });
  const shown = play(start, { type: "performs", seat: 1, place: 2, stars: 2 }, { type: "earns", seat: 1, n: 4, hearts: 4, stars: 2 }, { type: "excites", seat: 1, n: 1, hearts: 1, stars: 3 });
  assert.deepEqual([shown.active, shown.stars, shown.figures[1].hearts, shown.figures[1].shown], [1, 3, 5, 2]);
  const hit = play(shown, { type: "startled", seat: 1, n: 7, hearts: -7, stars: 3 });
  assert.deepEqual([hit.figures[1].hearts, hit.figures[1].startled], [-2, true]);
  const after = play(hit, { type: "hearts", seat: 1, n: -2, stars: 3 });
  assert.deepEqual([after.figures[1].total, after.figures[1].startled], [position.contestants[1].total - 2, false]);
  assert.equal(start.figures[1].hearts, 0, "the first frame is as it was");
});

test("signs come and go, and a new turn clears what lasts a turn", () => {
  const start = frameOf(position);
  const guarded = play(start, { type: "guards_once", seat: 0 }, { type: "nervous", seat: 2 }, { type: "expected", seat: 3 });
  assert.deepEqual(guarded.figures.map((figure) => figure.signs), [["shield"], [], ["nervous"], ["combo expected"]]);
  assert.deepEqual(play(guarded, { type: "protected", seat: 0 }).figures[0].signs, []);
  const next = play(guarded, { type: "order", order: [3, 2, 1, 0] }, { type: "turn", seat: null, n: 3 });
  assert.deepEqual([next.order, next.turn, next.figures.map((figure) => figure.signs.length)], [[3, 2, 1, 0], 3, [0, 0, 0, 1]]);
  assert.deepEqual(next.figures.map((figure) => figure.hearts), [0, 0, 0, 0]);
});

test("the turn before is summed up for each; turns are told apart", () => {
  const turn = [{ type: "performs", seat: 0, place: 3 }, { type: "earns", seat: 0, n: 2, hearts: 2 }, { type: "too_nervous", seat: 1 }, { type: "hearts", seat: 0, n: 2 }, { type: "hearts", seat: 1, n: 0 }];
  assert.deepEqual(sumUp(turn), [{ place: 3, hearts: 2 }, { place: null, hearts: 0 }]);
  assert.deepEqual(splitTurns([...turn, { type: "turn", n: 2 }, turn[0]]).map((found) => found.length), [5, 1]);
  assert.deepEqual(splitTurns([]), []);
});

test("the short codes of the thesis", () => {
  assert.equal(codeOf({ type: "earns", n: 4, text: {} }, "Betta"), "+4h");
  assert.equal(codeOf({ type: "startled", n: 2, text: {} }, "Betta"), "−2h × Betta");
  assert.equal(codeOf({ type: "live", n: 5, text: {} }, "Betta"), "+5h →0s");
  assert.equal(codeOf({ type: "shuffles", n: 0, text: {} }, ""), "");
});

test("places by score, the drawn winner of a tie first; bars in whole per cent of the winner", () => {
  const scored = (...scores) => ({ ...position, winner: 2, contestants: position.contestants.map((found, i) => ({ ...found, score: scores[i] })) });
  assert.deepEqual(placesOf(scored(10, 40, 40, 30)), [2, 1, 3, 0]);
  assert.deepEqual([shareOf(26, 37), shareOf(37, 37), shareOf(-3, 37), shareOf(0, 0)], [70, 100, 0, 0]);
});

test("wings fill in turns from the bottom, with sixteen at most", () => {
  assert.deepEqual(fillWings(3), [{ side: 0, step: 0 }, { side: 1, step: 0 }, { side: 0, step: 1 }]);
  assert.equal(fillWings(-2).length, 2);
  assert.equal(fillWings(40).length, 16);
});

test("the hint is the first of a finished analysis, and every move has its chance", () => {
  const running = { done: false, actions: [{ action: 2, value: 0.4 }, { action: 0, value: 0.1 }] };
  assert.deepEqual([adviceOf(running), adviceOf({ ...running, done: true }), adviceOf(null)], [null, 2, null]);
  assert.deepEqual([chanceOf(running, 0), chanceOf(running, 3), chanceOf(null, 0)], [0.1, null, null]);
});

test("arrow keys go round the four moves", () => {
  assert.deepEqual(["ArrowUp", "ArrowDown", "Home", "End", "x"].map((key) => stepBy(key, 0, 4)), [3, 1, 0, 3, null]);
});

test("the tree: four branches in order, each with the colour of its first move, levels below each other", () => {
  const node = (action, visits, children = []) => ({ action, visits, children, name: "", chooser: 0, value: 0 });
  const spots = spread(node(null, 100, [node(3, 10), node(0, 60, [node(2, 30, [node(1, 5)])])]), 400);
  assert.deepEqual(spots.map((spot) => [spot.move, spot.depth]), [[3, 1], [0, 1], [0, 2], [0, 3]]);
  assert.ok(spots[0].x > 300 && spots[1].x < 100);
  assert.ok(spots[1].y < spots[2].y && spots[2].y < spots[3].y && spots[3].y < 190);
  assert.equal(spots[1].share, 0.6);
});

const ALL = {
  conditions: ["cool", "beautiful", "cute"], neutral: { cool: ["beautiful"], beautiful: ["cool", "cute"] }, ranks: ["normal", "master"], thesis: ["Betta"],
  moves: [["Rain Dance", "Pioggiadanza"], ["Thunder", "Tuono"], ["Thunderbolt", "Fulmine"], ["Surf", "Surf"], ["Round", "Coro"]].map(([english, italian], i) => ({ number: i + 1, english, italian, condition: "cool", hearts: 2, jam: 0, text: {} })),
  combinations: [[1, 2]], species: [["Nidoran♀", "beast", "blue"], ["Gorebyss", "serpent", "pink"]],
  roster: [{ name: "Betta", species: "Gorebyss", moves: [1, 2, 3, 4], contests: [["beautiful", "master"]] }, { name: "Zed", species: "Gorebyss", moves: [1, 2, 3, 4], contests: [["cool", "normal"], ["beautiful", "normal"]] }],
};
const MIA = { name: "Mia", species: "Gorebyss", moves: [1, 2, 4, 5], own: true };

test("moves are found by what is typed in either language, the nearest first", () => {
  assert.deepEqual(searchMoves(ALL.moves, "thunder", 5).map((move) => move.english), ["Thunder", "Thunderbolt"]);
  assert.deepEqual(searchMoves(ALL.moves, "PIOGGIA danza", 5).map((move) => move.number), [1]);
  assert.deepEqual([exactMove(ALL.moves, "coro")?.number, exactMove(ALL.moves, "thund")], [5, null]);
  assert.equal(plain("Nidoran-é"), "nidorane");
});

test("a contestant of one's own as text and in a link, and back", () => {
  assert.equal(entrantText(ALL, MIA), "Mia=Gorebyss:Rain Dance/Thunder/Surf/Round");
  assert.equal(entrantText(ALL, { ...MIA, own: false }), "Mia");
  const link = new URL(entrantLink(ALL, MIA), "http://here/");
  assert.equal(link.hash, "#play-contest");
  assert.deepEqual(readEntrant(ALL, link.searchParams.get("contestant")), MIA);
  for (const nonsense of [null, "", "Mia", "Mia=Gorebyss:Surf", "Mia=Nobody:Rain Dance/Thunder/Surf/Round", "<b>=Gorebyss:x/y/z/w"]) assert.equal(readEntrant(ALL, nonsense), null);
});

test("what is wrong with a contestant is named", () => {
  assert.equal(findFault(ALL, MIA), null);
  for (const name of ["", "a=b", "thirteen char", "ééééééé"]) assert.equal(findFault(ALL, { ...MIA, name }), "name", name);
  assert.equal(findFault(ALL, { ...MIA, species: "Gore" }), "species");
  assert.equal(findFault(ALL, { ...MIA, moves: [1, 2, 4, 0] }), "moves");
  assert.equal(findFault(ALL, { ...MIA, moves: [1, 2, 4, 4] }), "twice");
});

test("pools by condition and rank; four different ones at random; crowds and combinations", () => {
  assert.deepEqual(poolOf(ALL, "beautiful", "").map((entry) => entry.name), ["Betta", "Zed"]);
  assert.deepEqual(poolOf(ALL, "beautiful", "master").map((entry) => entry.name), ["Betta"]);
  assert.equal(new Set(drawFour(["a", "b", "c", "d", "e"], () => 0.99)).size, 4);
  assert.deepEqual([crowdOf(ALL, "cool", "cool"), crowdOf(ALL, "cute", "beautiful"), crowdOf(ALL, "cute", "cool")], [1, 0, -1]);
  assert.deepEqual(combosOf(ALL, MIA.moves), [[0, 1]]);
});

test("there is a body for every shape, and the pictures of the rules use them", () => {
  assert.equal(SHAPES.length, 14);
  for (const who of stage.contestants) assert.ok(SHAPES.includes(who.shape), who.shape);
});
