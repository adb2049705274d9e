/** Lets the clocks of a table tick. The server keeps them; here they are only shown. */
import { leftOf } from "../lib/clock.js";
import { say } from "../lib/speech.js";
import { seatName, t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").Table} Table */

const TICK = 100;
const WARNINGS = [30, 10]; // seconds that are said aloud, of one's own clock

/**
 * @param {{readonly newest: Table, readonly table: Table}} feed
 * @param {{tick: (left: number, runs: boolean, label: string) => void}[]} seats
 */
export function runClocks(feed, seats) {
  const skew = (feed.table.now ?? Date.now()) - Date.now(); // what the server's clock is ahead
  let warned = Infinity;

  function tick() {
    const { clocks, result, game } = feed.newest;
    if (!clocks) return;
    const mover = result ? -1 : feed.newest.mover;
    seats.forEach((seat, place) => {
      const left = leftOf(clocks, place, mover, Date.now() + skew);
      seat.tick(left, place === mover && clocks.at !== null, t("clock.of", { seat: seatName(game, place) }));
      if (place === mover && feed.newest.you.length === 1 && feed.newest.you[0] === place) warn(left / 1000);
    });
  }

  /** @param {number} seconds */
  function warn(seconds) {
    const reached = WARNINGS.filter((limit) => seconds <= limit).at(-1) ?? Infinity;
    if (reached < warned) say(t("clock.warning", { n: reached }));
    warned = reached;
  }

  tick();
  setInterval(tick, TICK);
}
