/** The rules of connect four, with pictures. */

/** @typedef {import("ludoteca/lib/types.js").HelpSection} HelpSection */

/** @param {string[]} rows from the top; a digit is a disc's seat @param {[number, number][] | null} line */
function position(rows, line = null) {
  const all = [...Array.from({ length: 6 - rows.length }, () => "......."), ...rows];
  const cells = all.map((row) => [...row].map((owner) => (owner === "." ? null : Number(owner))));
  return { columns: 7, rows: 6, cells, line, variant: "standard" };
}

const PICTURES = [
  { position: position(["...0...", "..101.."]), hint: { column: 3, row: 3 } },
  { position: position(["...0...", "..010..", ".0110..", "0110101"], [[2, 3], [3, 2], [4, 1], [5, 0]]) },
];

/** @type {Record<string, {title: string, text: string[]}[]>} */
const SECTIONS = {
  en: [
    { title: "How to move", text: [
      "Red begins. In turn each side drops a disc into one of the seven columns; it falls to the lowest free cell.",
      "Click any cell of a column, or go there with the arrow keys and press Enter, or type the column's letter."] },
    { title: "Who wins", text: [
      "Four discs of one's own in a line win: up, across or diagonal. A full board without one is a draw.",
      "In the variant misère it is the other way round: four in a line lose."] },
  ],
  it: [
    { title: "Come si muove", text: [
      "Comincia il Rosso. A turno si lascia cadere un gettone in una delle sette colonne; arriva fino alla prima cella libera in basso.",
      "Clicca una cella qualsiasi della colonna, oppure vacci con le frecce e premi Invio, oppure scrivi la lettera della colonna."] },
    { title: "Chi vince", text: [
      "Vince chi ha quattro gettoni in fila: in verticale, in orizzontale o in diagonale. Se la griglia si riempie prima, la partita è patta.",
      "Nella variante al contrario chi fa quattro in fila perde."] },
  ],
};

/** @param {string} language @returns {HelpSection[]} */
export function helpSections(language) {
  return (SECTIONS[language] ?? SECTIONS.en).map((section, i) => ({ ...section, scene: PICTURES[i] }));
}
