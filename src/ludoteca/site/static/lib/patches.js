/** JSON values that change little: what has not changed stays the same object, so that it can be seen to be the same. */

/** @typedef {import("./wire.js").Assignment} Assignment */

/** `value` with the assignments carried out; `value` itself stays as it is. @param {any} value @param {Assignment[]} patch */
export const applyPatch = (value, patch) => patch.reduce((now, [path, ...rest]) => assign(now, path, rest), value);

/** @param {any} value @param {(string | number)[]} path @param {any[]} rest the new value, or none */
function assign(value, [key, ...deeper], rest) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (deeper.length) copy[key] = assign(value[key], deeper, rest);
  else if (rest.length) copy[key] = rest[0];
  else delete copy[key];
  return copy;
}

/** `next`, made of the parts of `old` that are equal. @param {any} old @param {any} next @returns {any} */
export function share(old, next) {
  if (Object.is(old, next) || !isComposite(old) || !isComposite(next) || Array.isArray(old) !== Array.isArray(next)) return next;
  /** @type {any} */
  const kept = Array.isArray(next) ? next.map((item, i) => share(old[i], item))
    : Object.fromEntries(Object.entries(next).map(([key, item]) => [key, share(old[key], item)]));
  const same = Object.keys(old).length === Object.keys(kept).length && Object.keys(kept).every((key) => Object.is(old[key], kept[key]));
  return same ? old : kept;
}

/** @param {any} value */
const isComposite = (value) => typeof value === "object" && value !== null;
