import type { BuildAddOn } from "./addon.ts";
import { alerts } from "./addons/alerts/addon.ts";
import { dataset } from "./addons/dataset/addon.ts";
import { letters } from "./addons/letters/addon.ts";
import { pages } from "./addons/pages/addon.ts";
import { panel } from "./addons/panel/addon.ts";
import { search } from "./addons/search/addon.ts";
import { signup } from "./addons/signup/addon.ts";
import { webhooks } from "./addons/webhooks/addon.ts";

/** All add-ons that have something of the build. A line goes with its folder. */
export const BUILD_ADDONS: readonly BuildAddOn[] = [
  search,
  dataset,
  pages,
  panel,
  signup,
  webhooks,
  letters,
  alerts,
];
