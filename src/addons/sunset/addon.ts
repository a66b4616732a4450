import type { AddOn } from "../../core/addon.ts";

/** The announced end of the service: headers of every answer, and since when feeds have an article about it. */
export const sunset: AddOn = {
  name: "sunset",
  open: async (core) => (await import("./open.ts")).openSunset(core),
};
