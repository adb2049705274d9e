/** An address that leads nowhere. */
import { openPage } from "../app/frame.js";
import { Refused } from "../lib/api.js";

openPage("missing", async () => {
  throw new Refused({ code: "not_found", message: "" }, 404);
});
