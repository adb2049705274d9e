/**
 * Hanabi as a front end needs it, without a browser.
 *
 * @typedef {{colour: number | null, rank: number | null}} Kind both counted from 0; null where it cannot be seen
 * @typedef {Kind & {order: number, may_colours: number[], may_ranks: number[], told_colour: boolean, told_rank: boolean,
 *   possible: number[]}} Card `may_` is what clues leave; `possible` is what its owner cannot rule out: by colour, bits of ranks
 * @typedef {{seat: number, kind: string, slot?: number, colour?: number, rank?: number, order?: number, built?: boolean,
 *   target?: number, value?: number, touched?: number[], slots?: number[]}} Told an action of a player, as everybody saw it
 * @typedef {{colours: string[], ranks: number, turn: number | null, tokens: number, most_tokens: number, lives: number,
 *   most_lives: number, deck: number, turns_left: number | null, score: number, most: number, piles: number[],
 *   discarded: (Kind & {copies: number})[], hands: Card[][], left: number[][], reach: number[],
 *   critical: number[][], pace: number, last: Told | null, recent: Told[]}} HanabiPosition
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

/** The colours that its owner cannot rule out. @param {Card} card */
export const mayColours = (card) => card.possible.flatMap((ranks, colour) => (ranks ? [colour] : []));

/** The ranks. @param {Card} card */
export function mayRanks(card) {
  const bits = card.possible.reduce((all, ranks) => all | ranks, 0);
  return Array.from({ length: 5 }, (_, rank) => rank).filter((rank) => (bits >> rank) & 1);
}

/** Every card that it may be. @param {Card} card @returns {Kind[]} */
export function mayBe(card) {
  return card.possible.flatMap((ranks, colour) =>
    Array.from({ length: 5 }, (_, rank) => ({ colour, rank })).filter(({ rank }) => (ranks >> rank) & 1));
}

/** What the owner of a card knows it to be: both, one or none of colour and rank. @param {Card} card @returns {Kind} */
export function known(card) {
  const colours = mayColours(card);
  const ranks = mayRanks(card);
  return { colour: colours.length === 1 ? colours[0] : null, rank: ranks.length === 1 ? ranks[0] : null };
}

/** Whether a card that is known is the last copy of one that is needed. @param {HanabiPosition} position @param {Kind} kind */
export const isCritical = ({ critical }, { colour, rank }) => colour !== null && rank !== null && critical[colour].includes(rank);

/** The points that can still be reached. @param {HanabiPosition} position */
export const reachable = ({ reach }) => reach.reduce((sum, height) => sum + height, 0);

/**
 * What became of the copies of a card.
 * @param {HanabiPosition} position @param {number} colour @param {number} rank
 * @returns {{state: "built" | "dead" | "critical" | "open", gone: number, left: number}}
 */
export function stockOf(position, colour, rank) {
  const { piles, reach, left, discarded } = position;
  const gone = discarded.find((kind) => kind.colour === colour && kind.rank === rank)?.copies ?? 0;
  const unbuilt = rank >= reach[colour] ? "dead" : isCritical(position, { colour, rank }) ? "critical" : "open";
  return { state: rank < piles[colour] ? "built" : unbuilt, gone, left: left[colour][rank] };
}

/** What happened since one's own last turn; after it, one's own action; for who watches, a round. @param {HanabiPosition} position */
export function newsOf(position) {
  const { recent } = position;
  const own = ownSeat(position);
  const since = recent.slice(recent.findIndex(({ seat }) => seat === own) + 1);
  return since.length ? since : recent.slice(-1);
}

/**
 * Cards by their orders, as far as they are held or were used of late.
 * @param {HanabiPosition} position @param {number[]} orders @returns {Kind[]}
 */
export function findCards({ hands, recent }, orders) {
  const open = /** @type {Card[]} */ ([...hands.flat(), ...recent.filter(({ order }) => order !== undefined)]);
  return orders.flatMap((order) => open.find((card) => card.order === order) ?? []);
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
