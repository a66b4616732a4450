import type { AddOn } from "../../core/addon.ts";

/** `/key`: keys for those who prove their e-mail address, and what owners do with theirs. */
export const signup: AddOn = {
  name: "signup",
  roots: ["key"],
  open: async (core) => (await import("./signup.ts")).openSignup(core),
};
