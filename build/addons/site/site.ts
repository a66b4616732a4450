/**
 * The site: the documents, `/openapi.json` and the page to try requests, rendered by the build.
 *
 * @module
 */

import docsSearch from "../../../src/page/scripts/docs_search.js" with { type: "text" };
import type { PublicFile } from "../../../src/model/site_pack.ts";
import type { DocPage } from "../../doc_page.ts";
import { documents } from "./docs/pages.ts";
import { tryFiles } from "./docs/try_page.ts";
import type { SiteSource } from "./site_source.ts";

/** Renders all files of the site; `further`: the pages of other add-ons. */
export function renderSite(source: SiteSource, further: readonly DocPage[]): PublicFile[] {
  return [
    {
      path: "/assets/docs_search.js",
      contentType: "text/javascript; charset=utf-8",
      body: docsSearch,
    },
    ...documents(source, further),
    ...tryFiles(source),
  ];
}
