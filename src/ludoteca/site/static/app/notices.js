/** Tells a person that it is their turn: in the title of the page, by a sound, and by a notification where they want one. */
import { setting } from "../lib/settings.js";
import { playSound } from "../lib/sound.js";
import { t } from "../lib/texts.js";

/** @typedef {import("../lib/types.js").Table} Table */

/** @param {string} title what the page is called @param {string} name of the game */
export function mountNotices(title, name) {
  let yours = false;

  /** @param {boolean} now whether it is one's turn, among others @param {boolean} alone whether one plays with nobody else */
  return function update(now, alone) {
    document.title = now && !alone ? `● ${t("notice.turn")} · ${title}` : title;
    if (now && !yours && !alone) announce(name);
    yours = now;
  };
}

/** @param {string} name */
function announce(name) {
  if (!document.hidden && document.hasFocus()) return;
  playSound("turn");
  if (setting("notify") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(t("notice.turn"), { body: name, tag: location.pathname, icon: "/static/icon.svg" });
  notice.onclick = () => { window.focus(); notice.close(); };
}

/** Asks the browser whether notifications may be shown. @returns {Promise<boolean>} */
export async function askToNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
