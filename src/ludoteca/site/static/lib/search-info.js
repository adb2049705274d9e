/** What an agent reported of a decision, in words. */
import { number, signed, t } from "./texts.js";

/** "Value +0.35 · Depth 9 · Nodes 12,345 · 0.8 s"; empty where it reported nothing. @param {import("./types.js").SearchInfo | null | undefined} info */
export function searchText(info) {
  if (!info) return "";
  const counts = /** @type {const} */ (["depth", "nodes", "iterations"]).flatMap((name) => (info[name] ? [`${t(`think.${name}`)} ${number(info[name] ?? 0)}`] : []));
  const value = info.value === undefined ? [] : [`${t("think.value")} ${signed(info.value)}`];
  const seconds = info.seconds === undefined ? [] : [t("seconds", { n: number(info.seconds, { maximumSignificantDigits: 2 }) })];
  return value.length + counts.length ? [...value, ...counts, ...seconds].join(" · ") : "";
}
