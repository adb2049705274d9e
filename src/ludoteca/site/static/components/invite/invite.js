/** Somebody opens a link to a seat: who invites them to what, and how they want to be called. */
import { get, post, put } from "../../lib/api.js";
import { clockName } from "../../lib/clock.js";
import { h, replace } from "../../lib/dom.js";
import { findGame, gameTitle } from "../../lib/games.js";
import { explain, occupant, t } from "../../lib/texts.js";
import { toast } from "../toast/toast.js";

/** Takes the seat that a link is for, after asking for a name where there is none. @param {string} id @param {string} key @returns {Promise<void>} */
export async function answerInvitation(id, key) {
  const me = await get("/me");
  const table = await get(`/tables/${id}`);
  const asks = !table.you.length && (!me.nickname || table.rated) && table.seats.some((/** @type {any} */ seat) => seat.kind === "open");
  if (asks && !(await ask(table, me.nickname))) return;
  await post(`/tables/${id}/join`, { key }).catch((error) => toast(explain(error), "bad"));
}

/** @param {import("../../lib/types.js").Table} table @param {string} nickname @returns {Promise<boolean>} whether they want to play */
async function ask(table, nickname) {
  const game = await findGame(table.game);
  const host = table.seats.find((seat) => seat.kind === "person");
  const title = host ? t("invite.by", { name: occupant(game.name, host), game: gameTitle(game) }) : t("invite.to", { game: gameTitle(game) });
  return new Promise((done) => {
    const input = h("input", { type: "text", name: "nickname", maxlength: 24, autocomplete: "nickname", value: nickname });
    const error = h("p.error", { role: "alert" });
    let plays = false;
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        if (input.value.trim() !== nickname) await put("/me", { nickname: input.value });
        plays = true;
        dialog.close();
      } catch (refusal) {
        replace(error, explain(/** @type {any} */ (refusal)));
      }
    };
    const dialog = h("dialog", { "aria-labelledby": "invite-title", onclose: () => { dialog.remove(); done(plays); } },
      h("form.sheet.invite", { onsubmit: join },
        h("header", {}, h("h2", { id: "invite-title" }, title)),
        h("p", {}, [table.clock && clockName(table.clock), table.rated && t("invite.rated")].filter(Boolean).join(" · ")),
        h("label.field", {}, t("nickname"), input, h("small", {}, t("invite.name"))), error,
        h("footer.row", {}, h("button.primary", { type: "submit" }, t("invite.join")), h("button", { type: "button", onclick: () => dialog.close() }, t("invite.watch")))));
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
