/** Whether a host is this very machine, so that a link to it is of no use elsewhere, without a browser. */

/** @param {string} host as `location.hostname` has it */
export const isLoopback = (host) => host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
