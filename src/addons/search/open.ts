/**
 * This add-on finds items by words.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { SEARCH } from "../../core/services.ts";
import { searchGroups } from "./search.ts";

/** Provides the search, for the core's pages and for other add-ons too. */
export function openSearch({ services }: Pick<Core, "services">): Opened {
  services.provide(SEARCH, searchGroups);
  return {};
}
