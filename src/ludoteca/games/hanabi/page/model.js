/**
 * Hanabi as a front end needs it, without a browser.
 *
 * @typedef {{colour: number | null, rank: number | null}} Kind both counted from 0; null where it cannot be seen
 * @typedef {Kind & {order: number, may_colours: number[], may_ranks: number[], told_colour: boolean, told_rank: boolean}} Card
 * @typedef {{seat: number, kind: string, colour?: number, rank?: number, order?: number, built?: boolean, target?: number,
 *   value?: number, touched?: number[]}} LastMove
 * @typedef {{colours: string[], ranks: number, turn: number | null, tokens: number, most_tokens: number, lives: number,
 *   most_lives: number, deck: number, turns_left: number | null, score: number, most: number, piles: number[],
 *   discarded: (Kind & {copies: number})[], hands: Card[][], last: LastMove | null}} HanabiPosition
 * @typedef {{kind: string, slot?: number, target?: number, value?: number, action: number | null}} Choice what can be
 *   done with a card; without an action it is not legal now
 */

/** @param {Kind} card */
export const isHidden = (card) => card.colour === null;

/** The seat whose cards are the only hidden ones: one's own. Who watches has none. @param {{hands: Card[][]}} position */
export function ownSeat({ hands }) {
  const hidden = hands.flatMap((hand, seat) => (hand.some(isHidden) ? [seat] : []));
  return hidden.length === 1 ? hidden[0] : null;
}

/** Hands from top to bottom, round the table, one's own last. @param {{hands: Card[][]}} position */
export function handOrder(position) {
  const first = (ownSeat(position) ?? -1) + 1;
  return position.hands.map((_, i) => (first + i) % position.hands.length);
}

/**
 * What can be done with a card: play or discard an own one, tell its colour or rank to another player.
 * @param {HanabiPosition} position @param {Record<string, any>[]} legal @param {number} seat @param {number} slot
 * @returns {Choice[]}
 */
export function choicesFor(position, legal, seat, slot) {
  const card = position.hands[seat]?.[slot];
  if (!card || position.turn === null) return [];
  const wanted = seat === position.turn
    ? [{ kind: "play", slot }, { kind: "discard", slot }]
    : isHidden(card) ? [] : [{ kind: "tell_colour", target: seat, value: card.colour }, { kind: "tell_rank", target: seat, value: card.rank }];
  return wanted.map((choice) => {
    const found = legal.find((move) => Object.entries(choice).every(([key, value]) => move[key] === value));
    return /** @type {Choice} */ ({ ...choice, action: found ? found.action : null });
  });
}

/** The cards that an action is about, by their orders. @param {HanabiPosition} position @param {Record<string, any> | null} shown */
export function concerned(position, shown) {
  if (!shown || position.turn === null) return [];
  if (shown.slot !== undefined) return position.hands[position.turn].slice(shown.slot, shown.slot + 1).map((card) => card.order);
  const named = shown.kind === "tell_colour" ? "colour" : "rank";
  return (position.hands[shown.target] ?? []).filter((card) => card[named] === shown.value).map((card) => card.order);
}

/** What the owner of a card knows it to be: both, one or none of colour and rank. @param {Card} card @returns {Kind} */
export function known(card) {
  return {
    colour: card.may_colours.length === 1 ? card.may_colours[0] : null,
    rank: card.may_ranks.length === 1 ? card.may_ranks[0] : null,
  };
}

/**
 * The parts of an action's name: `play-3`, `tell-1-red`.
 * @param {string} name @returns {{kind: string, slot?: number, target?: number, rank?: string, colour?: string} | null}
 */
export function readName(name) {
  const card = /^(play|discard)-(\d)$/.exec(name);
  if (card) return { kind: card[1], slot: Number(card[2]) };
  const clue = /^tell-(\d)-(?:(\d)|([a-z]+))$/.exec(name);
  if (clue) return { kind: clue[2] ? "tell_rank" : "tell_colour", target: Number(clue[1]), rank: clue[2], colour: clue[3] };
  return null;
}
