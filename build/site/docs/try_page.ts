import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import style from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import { html } from "../../../src/page/html.ts";
import { layout } from "../../../src/page/layout.ts";
import type { PublicFile } from "../../../src/model/site_pack.ts";
import start from "./try.js" with { type: "text" };

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
        class="text">Give your key at <strong>Authorize</strong>, open an endpoint, and send a request. The
      key stays in this page's memory and goes to this service alone.
      <a href="/docs/reference">The reference</a> says the same without scripts.</p>
      <div
        id="reference"><noscript><p class="empty">Requests are sent by a script, and scripts are off here.</p></noscript></div>
    `,
  });
  const script = "text/javascript; charset=utf-8";
  return [
    { path: "/docs/try", contentType: "text/html; charset=utf-8", body: page, policy: TRY_POLICY },
    { path: "/assets/try/swagger-ui-bundle.js", contentType: script, body: bundle },
    { path: "/assets/try/start.js", contentType: script, body: start },
    { path: "/assets/try/swagger-ui.css", contentType: "text/css; charset=utf-8", body: style },
  ];
}
