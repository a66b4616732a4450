import type { PublicFile } from "../../src/model/site_pack.ts";
import icon from "../../src/page/icon.svg" with { type: "text" };
import card from "../../src/page/card.png" with { type: "bytes" };
import copy from "../../src/page/scripts/copy.js" with { type: "text" };
import element from "../../src/page/scripts/element.js" with { type: "text" };
import refresh from "../../src/page/scripts/refresh.js" with { type: "text" };
import style from "../../src/page/style.css" with { type: "text" };
import { accentOnDark } from "../schema/content/site.ts";

const CSS = "text/css; charset=utf-8";

const SCRIPT = "text/javascript; charset=utf-8";

/** The files that pages load; `accent` is the site's own colour of links and buttons. */
export function assets(accent?: string): PublicFile[] {
  const css = accent === undefined ? style : recoloured(style, accent);
  return [
    { path: "/assets/style.css", contentType: CSS, body: squeeze(css) },
    { path: "/assets/icon.svg", contentType: "image/svg+xml", body: iconOf(accent) },
    { path: "/assets/card.png", contentType: "image/png", body: card },
    { path: "/assets/copy.js", contentType: SCRIPT, body: copy },
    { path: "/assets/element.js", contentType: SCRIPT, body: element },
    { path: "/assets/refresh.js", contentType: SCRIPT, body: refresh },
  ];
}

/** The accent for light paper, then the one for dark. */
function recoloured(css: string, accent: string): string {
  return css.replace(
    /--accent: light-dark\(.*?\)/,
    `--accent: light-dark(${accent}, ${accentOnDark(accent)})`,
  );
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
