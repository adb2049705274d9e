/** Plain HTTP: JSON both ways, and every refusal is a `Refused` that can be told to a person. */

/** @typedef {import("./types.js").Refusal} Refusal */

export class Refused extends Error {
  /** @param {Refusal} refusal @param {number} [status] */
  constructor(refusal, status = 0) {
    super(refusal.message);
    this.code = refusal.code;
    this.params = refusal.params ?? {};
    this.status = status;
  }
}

/** @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
async function call(method, path, body) {
  const answer = await request(method, path, body);
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  throw new Refused(await refusalOf(answer), answer.status);
}

/** @param {string} method @param {string} path @param {any} [body] */
async function request(method, path, body) {
  try {
    return await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: "offline", message: "The server does not answer." });
  }
}

/** @param {Response} answer @returns {Promise<Refusal>} */
async function refusalOf(answer) {
  try {
    const { error } = await answer.json();
    if (error?.code) return error;
  } catch {
    // not JSON: a proxy's page, perhaps
  }
  return { code: `http/${answer.status}`, message: `The server answered ${answer.status} ${answer.statusText}.` };
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {any} body */
export const put = (path, body) => call("PUT", path, body);

/** @param {string} path */
export const remove = (path) => call("DELETE", path);

/** A text download. @param {string} path @returns {Promise<string>} */
export async function getText(path) {
  const answer = await request("GET", path);
  if (!answer.ok) throw new Refused(await refusalOf(answer), answer.status);
  return answer.text();
}
