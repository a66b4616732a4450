import icon from "../../src/page/icon.svg" with { type: "text" };
import copy from "../../src/page/scripts/copy.js" with { type: "text" };
import filter from "../../src/page/scripts/filter.js" with { type: "text" };
import refresh from "../../src/page/scripts/refresh.js" with { type: "text" };
import style from "../../src/page/style.css" with { type: "text" };
import type { PublicFile } from "../../src/model/site_pack.ts";

const SCRIPT = "text/javascript; charset=utf-8";

/** The files that pages load. */
export function assets(): PublicFile[] {
  return [
    { path: "/assets/style.css", contentType: "text/css; charset=utf-8", body: squeeze(style) },
    { path: "/assets/icon.svg", contentType: "image/svg+xml", body: icon },
    { path: "/assets/copy.js", contentType: SCRIPT, body: copy },
    { path: "/assets/filter.js", contentType: SCRIPT, body: filter },
    { path: "/assets/refresh.js", contentType: SCRIPT, body: refresh },
  ];
}

/** Without the line breaks and indents that only people need. */
function squeeze(css: string): string {
  return css.replaceAll(/\n\s*/g, "").replaceAll(": ", ":").replaceAll(" {", "{");
}
