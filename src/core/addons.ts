import { dataset } from "../addons/dataset/addon.ts";
import { metrics } from "../addons/metrics/addon.ts";
import { profile } from "../addons/profile/addon.ts";
import { search } from "../addons/search/addon.ts";
import { sunset } from "../addons/sunset/addon.ts";
import type { AddOn } from "./addon.ts";

/** All add-ons. A line goes with its folder. */
export const ADDONS: readonly AddOn[] = [
  search,
  dataset,
  metrics,
  profile,
  sunset,
];
