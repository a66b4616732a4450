import type { AddOn } from "../../core/addon.ts";
import { SEARCH } from "../../core/services.ts";
import { searchAll } from "./route.ts";
import { searchGroups } from "./searching.ts";

/** Finds items by words. */
export const search: AddOn = {
  name: "search",
  routes: { v1: [searchAll] },
  open({ services }) {
    services.provide(SEARCH, searchGroups);
    return {};
  },
};
