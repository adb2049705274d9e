/** A page whose board cannot be mounted. */
import { s } from "ludoteca/lib/dom.js";

export default { texts: { en: {}, it: {} }, picture: () => s("svg", {}), board: async () => ({ drawBoard: () => undefined }) };
