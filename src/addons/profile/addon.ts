import type { AddOn } from "../../core/addon.ts";
import { isProfiled } from "./claim.ts";

/** Aliases under which programs written for JKT48Connect work unchanged. */
export const profile: AddOn = {
  name: "profile",
  needs: ["videos"],
  roots: ["check", "live", "recent", "zenova"],
  claims: isProfiled,
  open: async (core) => (await import("./open.ts")).openProfiles(core),
};
