/** The page of a game that is no part of Ludoteca. */
import { s } from "ludoteca/lib/dom.js";

const texts = {
  en: { title: "Runners", track: "Track", "seat.0": "Red", "seat.1": "Green", "seat.2": "Blue" },
  it: { title: "Corridori", track: "Pista", "seat.0": "Rosso", "seat.1": "Verde", "seat.2": "Blu" },
};

/** @type {import("ludoteca/lib/types.js").GamePage} */
export default {
  texts,
  picture: () => s("svg", { viewBox: "0 0 80 60", "aria-hidden": "true" }, s("path", { d: "M5 50L75 10", stroke: "currentColor" })),
  board: () => import("./board.js"),
};
