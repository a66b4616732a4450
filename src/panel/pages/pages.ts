/**
 * This room makes the pages of the panel.
 *
 * @module
 */

import type { RenderPage } from "../parts/page_context.ts";
import { overviewPage } from "./overview_page.ts";

/** The pages, by their paths below `/admin`. */
export const PAGES: Readonly<Record<string, RenderPage>> = {
  "": overviewPage,
};
