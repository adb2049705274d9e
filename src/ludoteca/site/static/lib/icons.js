/** Small drawings for buttons, on a grid of 24. They are decoration: the button says what it does. */
import { s } from "./dom.js";

/** @type {Record<string, string>} */
const WAYS = {
  undo: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 22h4M12 2a7 7 0 0 0-4 12.7c.6.5 1 1.2 1 2V18h6v-1.3c0-.8.4-1.5 1-2A7 7 0 0 0 12 2Z",
  flip: "M7 4v15m0 0-4-4m4 4 4-4M17 20V5m0 0-4 4m4-4 4 4",
  flag: "M5 22V3m0 1c5-3 9 3 14 0v10c-5 3-9-3-14 0",
  hands: "M3 12h4l3-3 4 4m7-1h-4l-5 5-3-3M12 7l2-2 7 7",
  again: "M20 11A8 8 0 1 0 18 17M20 5v6h-6",
  think: "M9 3a5 5 0 0 0-5 5 5 5 0 0 0 0 8 5 5 0 0 0 8 4V4a4 4 0 0 0-3-1ZM15 3a5 5 0 0 1 5 5 5 5 0 0 1 0 8 5 5 0 0 1-8 4",
  share: "M15 7a3 3 0 1 0-3-3M15 5 8 10m0 4 7 5m-7-7a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm13 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm0-15a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z",
  copy: "M9 9h11v12H9zM5 15H4V3h11v2",
  save: "M12 3v12m0 0-5-5m5 5 5-5M4 20h16",
  stop: "M6 6h12v12H6z",
  play: "M7 4v16l13-8z",
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 7 12l9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1.2-1 2M12 18v.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z",
  settings: "M4 7h10m4 0h2M4 17h2m4 0h10M16 4.5v5M8 14.5v5",
  sound: "M4 9v6h4l5 4V5L8 9zM17 8a5 5 0 0 1 0 8",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6m0-6-5 6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0",
  robot: "M5 9h14v10H5zM12 9V5m0 0h.01M9 13v1.5m6-1.5v1.5M2 13v3m20-3v3",
  close: "M5 5l14 14M19 5 5 19",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1m1 5a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
};

/** @param {string} name */
export function icon(name) {
  return s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 1.9, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: WAYS[name] }));
}
