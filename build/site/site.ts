/** The site: the files for everybody that lie beside the content, rendered by the build. */

import { JSON_TYPE } from "../../src/http/answer.ts";
import type { PublicFile } from "../../src/model/site_pack.ts";
import { documents } from "./docs/pages.ts";
import { renderOpenApi } from "./openapi/document.ts";
import type { SiteSource } from "./site_source.ts";
import icon from "../../src/page/icon.svg" with { type: "text" };
import copy from "../../src/page/scripts/copy.js" with { type: "text" };
import filter from "../../src/page/scripts/filter.js" with { type: "text" };
import refresh from "../../src/page/scripts/refresh.js" with { type: "text" };
import groupStyle from "../../src/page/group.css" with { type: "text" };
import embedStyle from "../../src/page/embed.css" with { type: "text" };
import style from "../../src/page/style.css" with { type: "text" };
import { accentOnDark } from "../schema/content/site.ts";
import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import tryStyle from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import bundleNotices from "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt" with { type: "text" };
import { html } from "../../src/page/html.ts";
import { layout } from "../../src/page/layout.ts";
import start from "./docs/try.js" with { type: "text" };

/** Renders all files of the site. */
export function renderSite(source: SiteSource): PublicFile[] {
  return [
    ...assets(source.site.accent),
    ...documents(source),
    ...tryFiles(source.site.title),
    { path: "/openapi.json", contentType: JSON_TYPE, body: renderOpenApi(source) },
  ];
}

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** The files that pages load; `accent` is the site's own colour of links and buttons. */
export function assets(accent?: string): PublicFile[] {
  const inAccent = (css: string) => squeeze(accent === undefined ? css : recoloured(css, accent));
  return [
    { path: "/assets/style.css", contentType: CSS, body: inAccent(style) },
    { path: "/assets/group.css", contentType: CSS, body: squeeze(groupStyle) },
    { path: "/assets/embed.css", contentType: CSS, body: inAccent(embedStyle) },
    { path: "/assets/icon.svg", contentType: "image/svg+xml", body: icon },
    { path: "/assets/copy.js", contentType: SCRIPT, body: copy },
    { path: "/assets/filter.js", contentType: SCRIPT, body: filter },
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

/** Without the line breaks and indents that only people need. */
function squeeze(css: string): string {
  return css.replaceAll(/\n\s*/g, "").replaceAll(": ", ":").replaceAll(" {", "{");
}

/**
 * The interactive reference runs a library, so it has an origin of its own (`sandbox`): it reads no
 * cookie and reaches nothing of the other pages. The library sets styles inline.
 */
const TRY_POLICY = [
  "sandbox allow-scripts allow-forms",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page on which requests are tried, and what it loads. */
export function tryFiles(site: string): PublicFile[] {
  const page = layout({
    title: "Try it",
    description: "Send requests from this page, with your own key, and see what comes back.",
    lang: "en",
    site,
    path: "/docs/try",
    styles: ["/assets/try/swagger-ui.css"],
    libraries: ["/assets/try/swagger-ui-bundle.js"],
    scripts: ["/assets/try/start.js"],
    main: html`
      <h1>Try it</h1>
      <p
        class="text">Enter your key under <strong>Authorize</strong>, open an endpoint, and send a request. The
      key stays in this page's memory and goes only to this service.
      <a href="/docs/reference">The reference</a> has the same without scripts.</p>
      <div
        id="reference"><noscript><p class="empty">Requests are sent by a script, and scripts are off here.</p></noscript></div>
    `,
  });
  const script = "text/javascript; charset=utf-8";
  return [
    { path: "/docs/try", contentType: "text/html; charset=utf-8", body: page, policy: TRY_POLICY },
    { path: "/assets/try/swagger-ui-bundle.js", contentType: script, body: bundle },
    // The first line of the bundle names this file.
    {
      path: "/assets/try/swagger-ui-bundle.js.LICENSE.txt",
      contentType: "text/plain; charset=utf-8",
      body: bundleNotices,
    },
    { path: "/assets/try/start.js", contentType: script, body: start },
    { path: "/assets/try/swagger-ui.css", contentType: "text/css; charset=utf-8", body: tryStyle },
  ];
}
