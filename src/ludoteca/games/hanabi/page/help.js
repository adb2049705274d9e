/** The rules of hanabi, with pictures. */

/** @typedef {import("ludoteca/lib/types.js").HelpSection} HelpSection */
/** @typedef {import("./model.js").Card} Card */

const ALL = [0, 1, 2, 3, 4];

/** A card that can be seen. @param {number} colour @param {number} rank @param {Partial<Card>} [told] @returns {Card} */
function seen(colour, rank, told = {}) {
  return { order: 0, colour, rank, may_colours: ALL, may_ranks: ALL, told_colour: false, told_rank: false, ...told };
}

/** One that cannot. @param {Partial<Card>} [told] */
const hidden = (told = {}) => ({ ...seen(0, 0, told), colour: null, rank: null });

const RED = { may_colours: [0], told_colour: true };
const NOT_RED = { may_colours: [1, 2, 3, 4] };

/** @param {Card[]} theirs @param {Card[]} own @param {Record<string, any>} [more] */
function position(theirs, own, more = {}) {
  const hands = [theirs, own].map((hand, seat) => hand.map((card, slot) => ({ ...card, order: 5 * seat + slot })));
  return {
    colours: ["red", "yellow", "green", "white", "blue"], ranks: 5, turn: 1, tokens: 5, most_tokens: 8, lives: 3, most_lives: 3, deck: 24,
    turns_left: null, score: 6, most: 25, piles: [1, 2, 0, 3, 0], discarded: [{ colour: 2, rank: 3, copies: 1 }, { colour: 4, rank: 0, copies: 2 }],
    hands, last: null, ...more,
  };
}

const PICTURES = [
  { position: position([seen(0, 1), seen(4, 4), seen(2, 0), seen(1, 3), seen(3, 0)], [hidden(), hidden(), hidden(), hidden(), hidden()]) },
  { position: position([seen(0, 1, RED), seen(4, 4, NOT_RED), seen(2, 0, NOT_RED), seen(0, 3, RED), seen(3, 0, NOT_RED)],
    [hidden(), hidden(RED), hidden({ ...RED, may_ranks: [1], told_rank: true }), hidden(), hidden()],
    { last: { seat: 1, kind: "tell_colour", target: 0, value: 0, touched: [0, 3] }, turn: 0 }) },
  undefined,
  undefined,
];

/** @type {Record<string, {title: string, text: string[]}[]>} */
const SECTIONS = {
  en: [
    { title: "What you want", text: [
      "The team builds one firework of each colour, from 1 up to 5, card by card. Each card built is a point: 25 at most.",
      "Of each colour there are three 1s, two 2s, 3s and 4s, and one 5. You see everybody's cards but your own."] },
    { title: "Your turn", text: [
      "Tell another player all cards of one colour, or of one rank, that they hold. That costs a token. Click one of their cards, then what to tell. Below each card is what its owner knows: symbols for colours, numbers for ranks, those ruled out are faint.",
      "Or discard one of your cards: a token comes back. Or play one: if it is the next of its firework it is built, otherwise it is discarded and a life is lost. A 5 that is built gives a token back. You draw a new card."] },
    { title: "The end", text: [
      "When the third life is lost the game is over, and scores nothing (or what was built, if you chose so). When the deck is empty everybody has one more turn.",
      "25 points are a perfect game."] },
    { title: "Playing with the computer", text: [
      "Beginner and Helpful rely only on what clues say. Conventional reads more into a clue: the newest touched card that may be playable is playable. A rank clue that touches the card you would discard next warns you that the card is critical. Cards without clues are discarded, the oldest first.",
      "Hat encodes a message for each player in one clue. People can hardly follow it; it plays best in a team of its own kind."] },
  ],
  it: [
    { title: "Lo scopo", text: [
      "La squadra costruisce un fuoco d'artificio per colore, dall'1 al 5, carta dopo carta. Ogni carta costruita è un punto: al massimo 25.",
      "Di ogni colore ci sono tre 1, due 2, due 3, due 4 e un solo 5. Vedi le carte di tutti, tranne le tue."] },
    { title: "Il tuo turno", text: [
      "Indica a un altro giocatore tutte le sue carte di un colore, o di un valore. Costa un gettone. Clicca una delle sue carte, poi che cosa indicare. Sotto ogni carta c'è quello che ne sa chi l'ha in mano: simboli per i colori, numeri per i valori; quelli esclusi sono sbiaditi.",
      "Oppure scarta una tua carta: torna un gettone. Oppure giocane una: se è la prossima del suo fuoco viene costruita, altrimenti è scartata e si perde una vita. Un 5 costruito fa tornare un gettone. Poi peschi."] },
    { title: "La fine", text: [
      "Quando si perde la terza vita la partita finisce con zero punti (o con quelli costruiti, se hai scelto così). Quando il mazzo è vuoto ognuno ha ancora un turno.",
      "25 punti sono una partita perfetta."] },
    { title: "Giocare con il computer", text: [
      "Principiante e Premuroso si basano solo sugli indizi. Convenzionale ci legge di più: la carta più nuova tra quelle indicate, se può essere giocabile, la prende per giocabile. Un valore che indica la carta che scarteresti per prossima ti avverte che è l'ultima copia. Di ciò di cui nessuno parla, la più vecchia può andare.",
      "Cappelli mette in un solo indizio un messaggio per ciascuno, con l'aritmetica. Una persona lo segue a fatica; dà il meglio tra i suoi simili."] },
  ],
};

/** @param {string} language @returns {HelpSection[]} */
export function helpSections(language) {
  return (SECTIONS[language] ?? SECTIONS.en).map((section, i) => ({ ...section, scene: PICTURES[i] }));
}
