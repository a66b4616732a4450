/**
 * This add-on finds items by words. The search itself is loaded with its first use.
 *
 * @module
 */

import type { SearchGroups } from "../../core/search_service.ts";
import { lazily } from "../../toolbox/lazily.ts";

const loadSearch = lazily(() => import("./search.ts"));

/** Searches some groups of the catalog. */
export const searchGroups: SearchGroups = async (...asked) =>
  await (await loadSearch()).searchGroups(...asked);
