import type { AddOn } from "../../core/addon.ts";
import { withProfiles } from "./layer.ts";

/** Aliases under which programs written for another service work unchanged. */
export const profile: AddOn = {
  name: "profile",
  roots: ["check", "live", "recent", "zenova"],
  open: ({ dispatch, families }) => ({
    around: (handler) => withProfiles(handler, { ...dispatch, families }),
  }),
};
