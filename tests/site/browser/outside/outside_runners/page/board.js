/** The track, and a button for each legal step. */
import { h, replace } from "ludoteca/lib/dom.js";
import { t } from "ludoteca/lib/texts.js";

/** @type {import("ludoteca/lib/types.js").MountBoard} */
export function mountBoard(host, actions) {
  const track = h("pre", { role: "group", "aria-label": t("runners.track") });
  const steps = h("div");
  host.append(track, steps);
  return {
    update(scene) {
      track.textContent = scene.position.text;
      const legal = scene.playable ? scene.legal : [];
      replace(steps, legal.map((move) => h("button", { type: "button", onclick: () => actions.play(move.action) }, move.name)));
    },
  };
}
