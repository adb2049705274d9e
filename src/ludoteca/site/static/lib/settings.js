/** What a person has chosen on this device, kept in the browser. A game's own settings begin with its name. */

/** @type {Record<string, string>} */
const DEFAULTS = {
  theme: "auto",
  sound: "off",
  notify: "off",
  pace: "1",
  chat: "on",
  agent: "",
  evaluation: "off",
};

/** @type {Record<string, Set<(value: string) => void>>} */
const listeners = {};

/** @param {string} name @returns {string} */
export function setting(name) {
  try {
    return localStorage.getItem(`ludoteca.${name}`) ?? DEFAULTS[name] ?? "";
  } catch {
    return DEFAULTS[name] ?? ""; // storage may be forbidden
  }
}

/** @param {string} name @param {string} value */
export function choose(name, value) {
  try {
    localStorage.setItem(`ludoteca.${name}`, value);
  } catch {
    DEFAULTS[name] = value; // for as long as the page is open
  }
  listeners[name]?.forEach((listener) => listener(value));
}

/** @param {string} name @param {(value: string) => void} listener */
export function onSetting(name, listener) {
  (listeners[name] ??= new Set()).add(listener);
}
