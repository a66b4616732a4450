/** The site: the files for everybody that lie beside the content, rendered by the build. */
import { JSON_TYPE } from "../../src/http/answer.ts";
import type { PublicFile } from "../../src/model/site_pack.ts";
import { assets } from "./assets.ts";
import { documents } from "./docs/pages.ts";
import { tryFiles } from "./docs/try_page.ts";
import { renderOpenApi } from "./openapi/document.ts";
import type { SiteSource } from "./site_source.ts";

/** Renders all files of the site. */
export function renderSite(source: SiteSource): PublicFile[] {
  return [
    ...assets(source.site.accent),
    ...documents(source),
    ...tryFiles(source.site.title),
    { path: "/openapi.json", contentType: JSON_TYPE, body: renderOpenApi(source) },
  ];
}
