/** The site: the files for everybody that lie beside the content, rendered by the build. */

import type { PublicFile } from "../../src/model/site_pack.ts";
import { documents } from "./docs/pages.ts";
import { tryFiles } from "./docs/try_page.ts";
import type { SiteSource } from "./site_source.ts";
import icon from "../../src/page/icon.svg" with { type: "text" };
import card from "../../src/page/card.png" with { type: "bytes" };
import copy from "../../src/page/scripts/copy.js" with { type: "text" };
import docsSearch from "../../src/page/scripts/docs_search.js" with { type: "text" };
import element from "../../src/page/scripts/element.js" with { type: "text" };
import refresh from "../../src/page/scripts/refresh.js" with { type: "text" };
import baseStyle from "../../src/page/base.css" with { type: "text" };
import groupStyle from "../../src/page/group.css" with { type: "text" };
import embedStyle from "../../src/page/embed.css" with { type: "text" };
import serviceStyle from "../../src/page/service.css" with { type: "text" };
import { accentOnDark } from "../schema/content/site.ts";

/** Renders all files of the site. */
export function renderSite(source: SiteSource): PublicFile[] {
  return [...assets(source.site.accent), ...documents(source), ...tryFiles(source)];
}

const CSS = "text/css; charset=utf-8";

/** The one stylesheet of a page: of the service's pages, of a group's pages, of frames for other sites. */
const STYLES = {
  "/assets/style.css": baseStyle + serviceStyle,
  "/assets/group.css": baseStyle + groupStyle,
  "/assets/embed.css": embedStyle,
} as const;
const SCRIPT = "text/javascript; charset=utf-8";

/** The files that pages load; `accent` is the site's own colour of links and buttons. */
export function assets(accent?: string): PublicFile[] {
  const inAccent = (css: string) => squeeze(accent === undefined ? css : recoloured(css, accent));
  return [
    ...Object.entries(STYLES).map(([path, style]) => ({
      path,
      contentType: CSS,
      body: inAccent(style),
    })),
    { path: "/assets/icon.svg", contentType: "image/svg+xml", body: iconOf(accent) },
    { path: "/assets/card.png", contentType: "image/png", body: card },
    { path: "/assets/copy.js", contentType: SCRIPT, body: copy },
    { path: "/assets/docs_search.js", contentType: SCRIPT, body: docsSearch },
    { path: "/assets/element.js", contentType: SCRIPT, body: element },
    { path: "/assets/refresh.js", contentType: SCRIPT, body: refresh },
  ];
}

/** A stylesheet names its accent first for light paper, then for dark. */
function recoloured(css: string, accent: string): string {
  let isLight = true;
  return css.replaceAll(/--accent: #\w+/g, () => {
    const value = isLight ? accent : accentOnDark(accent);
    isLight = false;
    return `--accent: ${value}`;
  });
}

/** The icon has the accent of light paper as its ground. */
function iconOf(accent: string | undefined): string {
  return accent === undefined ? icon : icon.replace(/fill="#\w+"/, `fill="${accent}"`);
}

/** Without the line breaks and indents that only people need. */
function squeeze(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\n\s*/g, "").replaceAll(
    /([:,]) | ([{>]) ?/g,
    "$1$2",
  ).replaceAll(";}", "}");
}
