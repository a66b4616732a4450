import { calendars } from "../addons/calendars/addon.ts";
import { dataset } from "../addons/dataset/addon.ts";
import { feeds } from "../addons/feeds/addon.ts";
import { search } from "../addons/search/addon.ts";
import type { AddOn } from "./addon.ts";

/** All add-ons. A line goes with its folder. */
export const ADDONS: readonly AddOn[] = [
  search,
  dataset,
  feeds,
  calendars,
];
