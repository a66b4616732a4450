import { anyText, required } from "../../http/parameter.ts";
import { HttpError } from "../../http/http_error.ts";
import { cachedRoute } from "../route.ts";
import type { RouteTable, TableMatch } from "../family.ts";

/** A file of the site: documents, style, scripts. */
const siteFile = cachedRoute({
  id: "site",
  path: "{file}",
  summary: "A file of the site",
  answers: { document: "*/*" },
  parameters: { file: required(anyText("a path")) },
  refuses: ["NOT_FOUND"],
  answer(ctx, { file }) {
    const answer = ctx.site.file(file);
    if (answer === undefined) throw new HttpError("NOT_FOUND");
    return answer;
  },
});

/** Paths under which the site's files lie; what is elsewhere is no file. */
export const SITE_FILE_ROOTS: readonly string[] = ["docs", "assets", "openapi.json", "llms.txt"];

/** Adds the site's files behind the other endpoints of a table. */
export function withSiteFiles(table: RouteTable): RouteTable {
  return {
    routes: table.routes,
    match(segments) {
      const match = table.match(segments);
      if (match !== undefined || !SITE_FILE_ROOTS.includes(segments[0] ?? "")) return match;
      return fileMatch(`/${segments.join("/")}`);
    },
  };
}

function fileMatch(path: string): TableMatch {
  return { routes: [siteFile], pathValues: { file: path } };
}
