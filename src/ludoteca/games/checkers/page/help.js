/** The rules of checkers, with pictures. */
import { usualPosition } from "./diagram.js";

/** @typedef {import("ludoteca/lib/types.js").HelpSection} HelpSection */

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

/** @param {string} language @returns {HelpSection[]} */
export function helpSections(language) {
  const { start, step, chain, king, flying } = PICTURES;
  const pictures = [
    scene(start), scene(step, move([22, 17], [])), scene(chain, move([26, 19, 12, 3], [23, 16, 8])), 
    scene(king, move([14, 23], [18])), scene(flying, move([29, 15, 6], [18, 10])),
  ];
  const sections = language === "it" ? ITALIAN : ENGLISH;
  return sections.map((section, i) => ({ ...section, scene: pictures[i] }));
}

/** @type {{title: string, text: string[]}[]} */
const ENGLISH = [
  { title: "The aim", text: [
    "Two sides, White and Black, have twelve men each on the dark squares. Who cannot move any more, for want of pieces or of free squares, has lost.",
    "Under the English rules Black begins, under all others White does."] },
  { title: "Men", text: [
    "A man goes one square diagonally forward, onto an empty square.",
    "Click a piece to see where it can go, then click the square; or drag the piece there. Every square is also a button for the keyboard and the screen reader, and moves can be typed: 22-17."] },
  { title: "Captures", text: [
    "A piece jumps over an adjacent piece of the other side onto the empty square behind it and takes it. If it can jump again from there, it goes on in the same move.",
    "UNISA rules: captures are optional, and a chain may stop after any jump: press “Stop here”. Under all other rules a capture is forced and must be finished; Italian and Brazilian players must take as many pieces as they can."] },
  { title: "Kings", text: [
    "A man that ends its move on the far row becomes a king. Kings also move and capture backwards.",
    "Italian rules: a man may not take a king. Where several captures take equally many pieces, a king must capture before a man, then whatever takes most kings, then whatever meets a king first."] },
  { title: "Flying kings", text: [
    "Under the Russian and the Brazilian rules kings move any distance, and capture from afar. Men capture backwards too.",
    "A Russian man that reaches the far row in the middle of a capture goes on as a king; a Brazilian one does not become a king unless it ends there."] },
  { title: "Draws", text: [
    "The game is drawn by agreement, when the same position with the same side to move occurs for the third time, or after forty moves of each side without a capture and without a man's move. Both rules can be changed in the set-up.",
    "Squares have numbers from 1 to 32, or letters and numbers such as c3; choose on the table. Games are read and written as PDN, positions as FEN."] },
];

/** @type {{title: string, text: string[]}[]} */
const ITALIAN = [
  { title: "Lo scopo", text: [
    "Bianco e Nero hanno dodici pedine ciascuno sulle caselle scure. Chi non può più muovere, perché non ha pezzi o caselle libere, ha perso.",
    "Con le regole inglesi comincia il Nero, con tutte le altre il Bianco."] },
  { title: "Le pedine", text: [
    "La pedina avanza di una casella in diagonale, su una casella vuota.",
    "Clicca un pezzo per vedere dove può andare, poi la casella; oppure trascinalo. Ogni casella è anche un pulsante per la tastiera e per il lettore di schermo, e le mosse si possono scrivere: 22-17."] },
  { title: "Le prese", text: [
    "Un pezzo salta un pezzo avversario vicino, arriva sulla casella vuota dietro e lo prende. Se da lì può saltare ancora, continua nella stessa mossa.",
    "Regole UNISA: la presa è facoltativa e una catena può fermarsi dopo ogni salto: premi «Fermati qui». Con tutte le altre regole la presa è obbligatoria e va completata; con le italiane e le brasiliane bisogna prendere il maggior numero di pezzi."] },
  { title: "Le dame", text: [
    "La pedina che finisce la mossa sull'ultima riga diventa dama. La dama muove e prende anche indietro.",
    "Regole italiane: la pedina non può prendere la dama. A parità di pezzi deve prendere la dama prima della pedina, poi chi prende più dame, poi chi incontra prima una dama."] },
  { title: "Le dame volanti", text: [
    "Con le regole russe e brasiliane la dama si muove di quante caselle vuole e prende da lontano. Le pedine prendono anche indietro.",
    "La pedina russa che arriva sull'ultima riga durante una presa continua come dama; quella brasiliana diventa dama solo se si ferma lì."] },
  { title: "La patta", text: [
    "La partita è patta d'accordo, quando la stessa posizione con lo stesso tratto si presenta per la terza volta, o dopo quaranta mosse di ciascuno senza prese né mosse di pedina. Entrambe le regole si cambiano prima di cominciare.",
    "Le caselle hanno numeri da 1 a 32, o lettere e numeri come c3: si sceglie al tavolo. Le partite si leggono e si scrivono in PDN, le posizioni in FEN."] },
];
