/** Clocks of a table, without a browser: how much time a seat has left, and how to say it. */
import { count, number, t } from "./texts.js";

/** @typedef {import("./wire.js").Clocks} Clocks */
/** @typedef {import("./wire.js").ClockSetup} ClockSetup */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = 10 * SECOND; // from here on tenths are shown

/** What people choose from: minutes and seconds a move, or days. @type {ClockSetup[]} */
export const PRESETS = [
  { kind: "fischer", seconds: 180, increment: 2 },
  { kind: "fischer", seconds: 300, increment: 3 },
  { kind: "fischer", seconds: 600, increment: 5 },
  { kind: "fischer", seconds: 1800, increment: 20 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
  { kind: "days", days: 7 },
];

/** Milliseconds that a seat has left. @param {Clocks} clocks @param {number} seat @param {number} mover @param {number} now by the server's clock */
export function leftOf(clocks, seat, mover, now) {
  const spent = seat === mover && clocks.at !== null ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks.left[seat] - spent);
}

/** "4:37", "0:08.3", "2 days 5 h". @param {number} left milliseconds */
export function clockText(left) {
  if (left >= DAY) return `${count("days", Math.floor(left / DAY))} ${t("clock.hours", { n: number(Math.floor((left % DAY) / HOUR)) })}`;
  const seconds = left < SOON ? left / SECOND : Math.ceil(left / SECOND);
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = (parts[0] ? parts : parts.slice(1)).map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
  return left < SOON && left > 0 ? `${shown}${number(0.1, { minimumFractionDigits: 1 })[1]}${Math.floor((seconds * 10) % 10)}` : shown;
}

/** How much time there is: "5 min + 3 s", "3 days a move". @param {ClockSetup | null | undefined} setup */
export function clockName(setup) {
  if (!setup) return t("clock.none");
  if (setup.kind === "days") return count("clock.days", setup.days ?? 1);
  const minutes = (setup.seconds ?? 0) / 60;
  const base = minutes >= 1 ? t("clock.minutes", { n: number(minutes, { maximumFractionDigits: 1 }) }) : t("seconds", { n: number(setup.seconds ?? 0) });
  return setup.increment ? t("clock.plus", { base, increment: number(setup.increment) }) : base;
}

/** One of the presets as the value of a list, and back. @param {ClockSetup | null | undefined} setup */
export const clockValue = (setup) => (!setup ? "" : setup.kind === "days" ? `${setup.days}d` : `${setup.seconds}+${setup.increment ?? 0}`);

/** @param {string} value @returns {ClockSetup | null} */
export function parseClock(value) {
  if (!value) return null;
  if (value.endsWith("d")) return { kind: "days", days: Number.parseInt(value, 10) };
  const [seconds, increment] = value.split("+").map(Number);
  return { kind: "fischer", seconds, increment };
}
