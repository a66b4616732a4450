import { compile } from "../../build/compile.ts";
import type { SiteSource } from "../../build/addons/site/site_source.ts";
import { siteSourceOf } from "../../build/addons/site/site_source.ts";

let source: SiteSource | undefined;

/** What the documents of the shipped content are rendered from. It is compiled once. */
export function shippedSite(): SiteSource {
  if (source === undefined) {
    const { content: { site, plans, groups } } = compile("content");
    source = siteSourceOf(site!, plans!, groups);
  }
  return source;
}
