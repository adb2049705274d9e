/** The picture of checkers on the start page: a board in mid-game. */
import { s } from "ludoteca/lib/dom.js";
import { drawPiece, drawSquares, drawTrail, middle, placed } from "./drawing.js";

/** @type {[number, number, string][]} row, column, kind */
const PIECES = [
  [1, 2, "b"], [1, 4, "b"], [1, 6, "b"], [2, 7, "b"], [3, 0, "B"], [3, 6, "b"], [2, 3, "w"],
  [4, 1, "w"], [5, 0, "w"], [5, 6, "W"], [6, 1, "w"], [6, 5, "w"], [6, 7, "w"],
];
const WAY = [{ row: 6, column: 3 }, { row: 4, column: 5 }, { row: 2, column: 3 }];
const TAKEN = [{ row: 5, column: 4 }, { row: 3, column: 4 }];

export function picture() {
  return s("svg.checkers", { viewBox: "0 10 80 60", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    drawSquares(false),
    drawTrail(WAY.map(middle), TAKEN.map(middle)),
    PIECES.map(([row, column, kind]) => {
      const { x, y } = middle({ row, column });
      const piece = drawPiece(kind);
      piece.setAttribute("transform", placed(x, y));
      return piece;
    }),
  );
}
