import { compile } from "../../../build/compile.ts";
import { BUILD_ADDONS } from "../../../build/addons.ts";
import { renderSite } from "../../../build/addons/site/site.ts";
import { type SiteSource, siteSourceOf } from "../../../build/addons/site/site_source.ts";
import { assets } from "../../../build/emit/assets.ts";
import type { PublicFile } from "../../../src/model/site_pack.ts";

let source: SiteSource | undefined;

/** What the documents of the shipped content are rendered from. It is compiled once. */
export function shippedSite(): SiteSource {
  if (source === undefined) {
    const { content: { site, plans, groups } } = compile("content");
    source = siteSourceOf({ site: site!, plans: plans!, groups });
  }
  return source;
}

/** All files of the site: what pages load, and the documents with the pages of every add-on. */
export function siteFiles(source: SiteSource): PublicFile[] {
  const documents = BUILD_ADDONS.flatMap(({ documents = [] }) => documents);
  return [...assets(source.site.accent), ...renderSite(source, documents)];
}
