import type { AddOn } from "../../core/addon.ts";
import { changes as changesRoute } from "./route.ts";

/** What builds and clock change: events, `/v1/changes`, and when items were modified or removed. */
export const changes: AddOn = {
  name: "changes",
  routes: { v1: [changesRoute] },
  open: async (core) => (await import("./open_changes.ts")).openChanges(core),
};
