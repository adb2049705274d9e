/** Elements without strings of HTML: text is always text, so nothing a person typed can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * `h("button.primary", {type: "button", onclick: go}, "Go")`. Properties that are functions become listeners, the rest
 * attributes; `true` is an empty attribute, `false` and `null` are none.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElement(name || "div"), classes, attributes, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElementNS(SVG, name), classes, attributes, children);
}

/** @param {Element} element @param {string[]} classes @param {Record<string, any>} attributes @param {any[]} children */
function fill(element, classes, attributes, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") element.addEventListener(key.slice(2), value);
    else set(element, key, value);
  }
  element.append(...children.flat().filter((child) => child || child === 0).map((c) => (c instanceof Node ? c : String(c))));
  return element;
}

/**
 * One attribute: `null` and `false` remove it.
 * @param {Element} element @param {string} key @param {any} value
 */
export function set(element, key, value) {
  if (value === null || value === undefined || value === false) return element.removeAttribute(key);
  const text = value === true ? "" : String(value);
  if (element.getAttribute(key) !== text) element.setAttribute(key, text); // what stays the same is no change
}

/** Where an element is, in percent of the one around it. @param {HTMLElement} element @param {Record<string, number>} places left, top, width ... */
export function at(element, places) {
  for (const [name, percent] of Object.entries(places)) element.style.setProperty(name, `${percent}%`);
  return element;
}

/** Put these children in place of all. @param {Element} element @param {...(Child | Child[])} children */
export function replace(element, ...children) {
  element.replaceChildren(
    .../** @type {Child[]} */ (children.flat()).filter((child) => child || child === 0).map((c) => (c instanceof Node ? c : String(c))),
  );
}

/** @param {Element} element @param {boolean} shown */
export function show(element, shown) {
  /** @type {HTMLElement} */ (element).hidden = !shown;
}

/** Whether a person asked for less motion. */
export function prefersStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A stylesheet of a component that is loaded on demand, once. @param {string} address @returns {Promise<void>} when it is there */
export function useStyle(address) {
  const href = new URL(address, location.href).href;
  if (isJoined(href)) return Promise.resolve();
  const known = [...document.querySelectorAll("link[rel=stylesheet]")];
  if (known.some((link) => /** @type {HTMLLinkElement} */ (link).href === href)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}

/** Whether a stylesheet is part of the one that the server has joined. @param {string} href */
function isJoined(href) {
  const sheet = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[data-styles]"));
  return Boolean(sheet?.dataset.styles?.split(" ").some((path) => new URL(path, sheet.href).href === href));
}
