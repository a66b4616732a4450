/** The site: the files for everybody that lie beside the content, rendered by the build. */
import { JSON_TYPE } from "../../src/http/answer.ts";
import type { PackIndex } from "../../src/model/pack.ts";
import type { PublicFile } from "../../src/model/site_pack.ts";
import { assets } from "./assets.ts";
import type { ReadSpan } from "./docs/example_values.ts";
import { documents } from "./docs/pages.ts";
import { tryFiles } from "./docs/try_page.ts";
import { renderOpenApi } from "./openapi/document.ts";

/** Renders all files of the site for this content; `read` gives the bytes of the pack. */
export function renderSite(index: PackIndex, read: ReadSpan): PublicFile[] {
  return [
    ...assets(index.site.accent),
    ...documents(index, read),
    ...tryFiles(index.site.title),
    { path: "/openapi.json", contentType: JSON_TYPE, body: renderOpenApi(index) },
  ];
}
