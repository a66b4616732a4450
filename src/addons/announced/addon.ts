import type { AddOn } from "../../core/addon.ts";
import { upcoming } from "./route.ts";

/** Broadcasts that platforms announce, and streams of shows. */
export const announced: AddOn = {
  name: "announced",
  routes: { group: [upcoming] },
  open: async (core) => (await import("./announced.ts")).openAnnounced(core),
};
