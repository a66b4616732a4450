import type { AddOn } from "../../core/addon.ts";

/** Letters to the owners of keys, where there is a mail server. */
export const letters: AddOn = {
  name: "letters",
  open: async (core) => (await import("./open.ts")).openLetters(core),
};
