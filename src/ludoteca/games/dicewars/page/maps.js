/** Maps from their numbers: the server grows them. */
import { post } from "ludoteca/lib/api.js";

/** @typedef {import("./geometry.js").DiceMap} DiceMap */

/** @type {Map<string, Promise<DiceMap>>} */
const known = new Map();

/** @param {Record<string, any>} options of the game, with a `map_seed` @returns {Promise<DiceMap>} */
export function loadMap(options) {
  const key = JSON.stringify([options.map_seed, options.variant, options.size]);
  const found = known.get(key) ?? post("/games/dicewars/position", { options }).then(({ position }) => position.map);
  found.catch(() => known.delete(key));
  known.set(key, found);
  return found;
}
