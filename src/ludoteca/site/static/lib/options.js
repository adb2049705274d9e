/** Options of a game, without a browser. */

/** @typedef {import("./types.js").GameCard} GameCard */

const PLAYERS = "players";

/** The option that says how many play, where a game has one. @param {GameCard} game */
export const playersOption = (game) => game.options.find((option) => option.name === PLAYERS);

/** All others; the first is the one that matters (rule set, variant). @param {GameCard} game */
export const otherOptions = (game) => game.options.filter((option) => option.name !== PLAYERS);
