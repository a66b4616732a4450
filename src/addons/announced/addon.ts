import type { AddOn } from "../../core/addon.ts";
import { openAnnounced } from "./announced.ts";
import { upcoming } from "./route.ts";

/** Broadcasts that platforms announce, and streams of shows. */
export const announced: AddOn = {
  name: "announced",
  routes: { group: [upcoming] },
  open: (core) => openAnnounced(core),
};
