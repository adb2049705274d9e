/** The rules of contests, with pictures, for people who have never played one. */

/** @typedef {import("ludoteca/lib/types.js").HelpSection} HelpSection */

/** @param {string} name @param {string} species @param {number} number @param {string} shape @param {string} colour @param {[string, string, string, number, number, number][]} moves */
const performer = (name, species, number, shape, colour, moves) => ({
  name, species, number, shape, colour, introduction: -1,
  moves: moves.map(([english, italian, condition, hearts, jam, crowd], place) =>
    ({ place, english, italian, condition, effect: "plain", hearts, jam, crowd, opens: false, completed_by: [], text: { english: "", italian: "" } })),
});

const STAGE = {
  condition: "beautiful", turns: 5, full: 5, live: 5, combination: 3, preliminary: 0,
  contestants: [
    performer("Betta", "Wobbuffet", 202, "blob", "blue", [["Safeguard", "Salvaguardia", "beautiful", 2, 0, 1]]),
    performer("Speranza", "Jigglypuff", 39, "person", "pink", [["Round", "Coro", "beautiful", 2, 0, 1]]),
    performer("Macy", "Machoke", 67, "person", "grey", [["Attract", "Attrazione", "cute", 2, 0, 0]]),
    performer("Plumy", "Vileplume", 45, "person", "red", [["Petal Blizzard", "Fiortempesta", "beautiful", 2, 2, 1]]),
  ],
};

/** @param {number[]} hearts @param {Record<string, any>} [more] @param {Record<number, string[]>} [signs] */
function position(hearts, more = {}, signs = {}) {
  return {
    turn: 2, stars: 2, phase: "draw_nerves", order: [1, 3, 0, 2], freezer: null, winner: null,
    contestants: hearts.map((n, seat) => ({ hearts: n, total: more.turn === 1 ? 0 : [9, 12, 7, 10][seat], score: 0, energy: 0, signs: signs[seat] ?? [], pick: null, shown: null, last: null })), ...more,
  };
}

/** @type {(Partial<import("ludoteca/lib/types.js").Scene> | undefined)[]} */
const PICTURES = [
  { stage: STAGE, position: position([0, 0, 0, 0], { turn: 1, stars: 0 }) },
  { stage: STAGE, position: position([3, 6, 0, 4]) },
  { stage: STAGE, position: position([2, 7, 0, 5], { stars: 4 }) },
  { stage: STAGE, position: position([-2, 4, 0, 4], { stars: 1 }, { 1: ["shield"], 2: ["nervous"] }) },
  undefined, undefined,
];

/** @type {Record<string, {title: string, text: string[]}[]>} */
const SECTIONS = {
  en: [
    { title: "What you want", text: [
      "Four contestants perform for a crowd, five turns long. Whoever has the most hearts in the end wins; there is no second prize.",
      "Each has four moves. Everybody may look at everybody's moves: click a contestant."] },
    { title: "A turn", text: [
      "All four pick a move in secret. Then they perform one after the other, from left to right: each earns the hearts of its move, and what its effect adds.",
      "Who earned the most hearts in a turn performs first in the next one; equals are drawn."] },
    { title: "The crowd", text: [
      "Every move has a condition: cool, beauty, cute, clever or tough. A move of the contest's own condition excites the crowd: one heart more, and a star in the meter above. Two conditions leave it cold, two bore it: one heart and one star less.",
      "Who fills the fifth star gives a Live performance: five hearts more, and the meter is empty again. With four stars it matters who comes first."] },
    { title: "Startles, shields and nerves", text: [
      "Some moves startle those who performed before in this turn: they lose as many as the card has broken hearts. Hearts of a turn can fall below zero. A shield absorbs that; who is easily startled loses double.",
      "Others make those behind nervous: a nervous contestant does not perform this turn. Nobody learns what it had picked."] },
    { title: "Repeating and combining", text: [
      "The same move twice in a row costs a heart and excites nobody. Switch between good moves.",
      "Some moves open a combination: if the right move follows next turn, it earns three hearts more. The card says which. Some moves are huge, and then their user performs no more: good for the last turn."] },
    { title: "Playing here", text: [
      "Choose a move with a click or the arrow keys, then perform it with the button or Enter. The card beside it says what it does; Tab or a click switches to the search tree.",
      "The hint lets the computer try thousands of contests from here on. You see the tree grow in the colours of your moves; in the end the best move has a frame, and each its chance to win.",
      "With “Thesis” rules everything is as in the program of a thesis of 2015 that played these contests by Monte Carlo tree search; “Handheld” follows the handheld game as far as its rules are known. Each difference can be switched by itself."] },
  ],
  it: [
    { title: "Lo scopo", text: [
      "Quattro partecipanti si esibiscono davanti a un pubblico per cinque turni. Alla fine vince chi ha più cuori; non c'è un secondo premio.",
      "Ognuno ha quattro mosse. Tutti possono guardare le mosse di tutti: clicca un partecipante."] },
    { title: "Un turno", text: [
      "Tutti e quattro scelgono una mossa in segreto. Poi si esibiscono uno dopo l'altro, da sinistra a destra: ognuno guadagna i cuori della sua mossa e quello che aggiunge l'effetto.",
      "Chi ha fatto più cuori in un turno apre il successivo; tra pari si sorteggia."] },
    { title: "Il pubblico", text: [
      "Ogni mossa ha una virtù: classe, bellezza, grazia, acume o grinta. Una mossa della virtù della gara entusiasma il pubblico: un cuore in più e una stella nell'indicatore in alto. Due virtù lo lasciano indifferente, due lo annoiano: un cuore e una stella in meno.",
      "Chi riempie la quinta stella dà un'esibizione Live: cinque cuori in più, e l'indicatore torna vuoto. Con quattro stelle conta chi arriva prima."] },
    { title: "Intralci, protezioni e nervi", text: [
      "Alcune mosse intralciano chi si è già esibito in questo turno: perde tanti cuori quanti ne ha spezzati la carta. I cuori di un turno possono scendere sotto zero. Una protezione li assorbe; chi si distrae facilmente perde il doppio.",
      "Altre innervosiscono chi viene dopo: un partecipante nervoso non si esibisce in quel turno. Nessuno saprà che cosa aveva scelto."] },
    { title: "Ripetere e combinare", text: [
      "La stessa mossa due volte di fila costa un cuore e non entusiasma nessuno. Alterna mosse buone.",
      "Alcune mosse aprono una combinazione: se al turno dopo segue quella giusta, porta tre cuori in più. La scheda dice quale. Alcune mosse sono enormi, ma poi chi le usa non si esibisce più: buone per l'ultimo turno."] },
    { title: "Giocare qui", text: [
      "Scegli una mossa con un clic o con le frecce, poi esibiscila con il pulsante o con Invio. La scheda accanto dice che cosa fa; Tab o un clic passa all'albero di ricerca.",
      "Il suggerimento fa provare al computer migliaia di gare da qui in poi. Vedi crescere l'albero nei colori delle tue mosse; alla fine la mossa migliore ha una cornice, e ognuna la sua probabilità di vittoria.",
      "Con le regole «Tesi» tutto è come nel programma di una tesi del 2015 che giocava queste gare con la ricerca ad albero Monte Carlo; «Console» segue il gioco della console per quanto se ne conoscono le regole. Ogni differenza si può scegliere da sola."] },
  ],
};

/** @param {string} language @returns {HelpSection[]} */
export function helpSections(language) {
  return (SECTIONS[language] ?? SECTIONS.en).map((section, i) => ({ ...section, scene: PICTURES[i] }));
}
