/** The rules of checkers, with pictures. */
import { helpTexts } from "ludoteca/lib/help.js";
import { usualPosition } from "./diagram.js";

/** Pieces of the pictures, on the board of all rule sets but the Italian. */
const PICTURES = {
  start: usualPosition(startPieces()),
  step: usualPosition({ 22: "w", 23: "w", 18: "b", 14: "b", 9: "b" }),
  chain: usualPosition({ 26: "w", 23: "b", 16: "b", 8: "b", 10: "b" }),
  king: usualPosition({ 14: "W", 18: "b", 9: "b", 5: "b" }),
  flying: usualPosition({ 29: "W", 18: "b", 10: "b", 4: "b" }),
};

function startPieces() {
  /** @type {Record<number, string>} */
  const pieces = {};
  for (let square = 1; square <= 12; square++) pieces[square] = "b";
  for (let square = 21; square <= 32; square++) pieces[square] = "w";
  return pieces;
}

/** @param {number[]} path @param {number[]} taken */
const move = (path, taken) => ({ action: 0, name: "", path, taken, capture: taken.length > 0, crowned: false });

/** @param {any} position @param {any} hint a move to draw as an arrow */
const scene = (position, hint = null) => ({ position, hint });

export function helpSections() {
  const { start, step, chain, king, flying } = PICTURES;
  return helpTexts("checkers", [
    scene(start), scene(step, move([22, 17], [])), scene(chain, move([26, 19, 12, 3], [23, 16, 8])),
    scene(king, move([14, 23], [18])), scene(flying, move([29, 15, 6], [18, 10])),
  ]);
}
