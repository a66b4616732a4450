import type { BuildAddOn } from "./addon.ts";
import { alerts } from "./addons/alerts/addon.ts";
import { dataset } from "./addons/dataset/addon.ts";
import { letters } from "./addons/letters/addon.ts";
import { panel } from "./addons/panel/addon.ts";
import { picture } from "./addons/picture/addon.ts";
import { profile } from "./addons/profile/addon.ts";
import { search } from "./addons/search/addon.ts";
import { signup } from "./addons/signup/addon.ts";
import { site } from "./addons/site/addon.ts";
import { webhooks } from "./addons/webhooks/addon.ts";

/** All add-ons that the compiler asks. A line goes with its folder. */
export const BUILD_ADDONS: readonly BuildAddOn[] = [
  picture,
  site,
  search,
  profile,
  dataset,
  panel,
  signup,
  webhooks,
  letters,
  alerts,
];
