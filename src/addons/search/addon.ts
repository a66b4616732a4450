import type { AddOn } from "../../core/addon.ts";
import { searchAll } from "./route.ts";

/** Finds items by words. */
export const search: AddOn = {
  name: "search",
  routes: { v1: [searchAll] },
  open: async (core) => (await import("./search.ts")).openSearch(core),
};
