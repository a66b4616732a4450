import type { AddOn } from "../../core/addon.ts";
import { isProfiled } from "./claim.ts";

/** Aliases under which programs written for another service work unchanged. */
export const profile: AddOn = {
  name: "profile",
  roots: ["check", "live", "recent", "zenova"],
  claims: isProfiled,
  open: async (core) => (await import("./dispatch.ts")).openProfiles(core),
};
