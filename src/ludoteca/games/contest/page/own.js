/** The editor of a contestant of one's own: name, species, four moves found by name in both languages; and its link. */
import { h, replace, show } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";
import { toast } from "ludoteca/components/toast/toast.js";
import { drawBadge, drawHearts } from "./drawing.js";
import { combosOf, crowdOf, entrantLink, exactMove, findFault, searchMoves } from "./lineup.js";
import { portrait } from "./portrait.js";
import { nameCrowd, nameMove, tellEffect } from "./words.js";

/** @typedef {import("./lineup.js").Catalogue} Catalogue */
/** @typedef {import("./lineup.js").Entrant} Entrant */

const SUGGESTED = 12;

/** @param {Catalogue} all @param {Entrant} start @param {() => string} contest its condition @param {(entrant: Entrant) => void} take */
export function mountOwn(all, start, contest, take) {
  const face = h("div.contest-own-face");
  const name = h("input", { type: "text", maxlength: 12, value: start.name, oninput: refresh });
  const species = h("input", { type: "text", list: "contest-species", value: start.species, oninput: refresh });
  const fields = [0, 1, 2, 3].map((i) => mountMove(i));
  const combos = h("p.help");
  const fault = h("p.error", { role: "status" });
  const takes = h("button", { type: "button", onclick: () => take(read()) }, t("contest.setup.take"));
  const link = h("button", { type: "button", onclick: copy }, t("contest.setup.link"));
  const element = h("details.contest-own", {}, h("summary", {}, t("contest.setup.own")),
    h("p.help", {}, t("contest.setup.own.help")),
    h("div.contest-own-head", {}, face, h("label.field", {}, t("contest.setup.name"), name), h("label.field", {}, t("contest.setup.species"), species)),
    h("datalist", { id: "contest-species" }, all.species.map(([known]) => h("option", { value: known }))),
    h("div.contest-own-moves", {}, fields.map((field) => field.element)), combos, fault, h("div.row", {}, takes, link));

  /** @param {number} i */
  function mountMove(i) {
    const known = all.moves[start.moves[i] - 1];
    const found = h("datalist", { id: `contest-moves-${i}` });
    const about = h("small");
    const input = h("input", { type: "text", list: `contest-moves-${i}`, value: known ? nameMove(known) : "", placeholder: t("contest.setup.move.help"), oninput: () => { suggest(); refresh(); } });

    function suggest() {
      replace(found, searchMoves(all.moves, input.value, SUGGESTED).map((move) => h("option", { value: nameMove(move), label: `${move.english} · ${move.italian} · ♥${move.hearts}` })));
    }

    return {
      element: h("label.field", {}, t("contest.setup.move", { n: i + 1 }), input, found, about),
      value: () => exactMove(all.moves, input.value)?.number ?? 0,
      tell() {
        const move = exactMove(all.moves, input.value);
        replace(about, move && [drawBadge(move.condition), drawHearts(move.hearts, "appeal"), move.jam > 0 && drawHearts(move.jam, "jam"), ` ${tellEffect(move)} `, nameCrowd(crowdOf(all, move.condition, contest()))]);
      },
    };
  }

  /** @returns {Entrant} */
  const read = () => ({ name: name.value.trim(), species: species.value.trim(), moves: fields.map((field) => field.value()), own: true });

  function refresh() {
    const entrant = read();
    const wrong = findFault(all, entrant);
    const number = all.species.findIndex(([known]) => known === entrant.species) + 1;
    const [, shape, colour] = all.species[number - 1] ?? ["", "ball", "grey"];
    replace(face, portrait({ shape, colour, number }));
    fields.forEach((field) => field.tell());
    const pairs = combosOf(all, entrant.moves).map(([a, b]) => `${nameMove(all.moves[entrant.moves[a] - 1])} → ${nameMove(all.moves[entrant.moves[b] - 1])}`);
    replace(combos, wrong ? "" : pairs.length ? t("contest.setup.combos", { pairs: pairs.join(", ") }) : t("contest.setup.no_combos"));
    replace(fault, wrong ? t(`contest.setup.fault.${wrong}`) : "");
    show(fault, Boolean(wrong));
    takes.disabled = link.disabled = Boolean(wrong);
  }

  async function copy() {
    const address = new URL(`/${entrantLink(all, read())}`, location.href).href;
    await navigator.clipboard?.writeText(address).catch(() => undefined);
    history.replaceState(null, "", address);
    toast(t("contest.setup.copied"));
  }

  refresh();
  return { element, refresh };
}
