import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import bundleLicences from "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt" with { type: "text" };
import licence from "swagger-ui-dist/LICENSE" with { type: "text" };
import notice from "swagger-ui-dist/NOTICE" with { type: "text" };
import bundleStyle from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import type { PublicFile } from "../../../../src/model/site_pack.ts";
import { Html, html } from "../../../../src/page/html.ts";
import { layout } from "../../../../src/page/layout.ts";
import { contactLink } from "../../../../src/page/parts.ts";
import type { SiteSource } from "../site_source.ts";
import { wayToKey } from "./fill_in.ts";
import script from "./try.js" with { type: "text" };
import style from "./try.css" with { type: "text" };

/**
 * The page sends requests with a key that is typed in, so it has an origin of its own (`sandbox`): it reads
 * no cookie and reaches nothing of the other pages.
 */
const POLICY = [
  "sandbox allow-scripts allow-forms",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SCRIPT = "text/javascript; charset=utf-8";

/** The page on which requests are tried: Swagger UI, which reads `/openapi.json`, served from here. */
export function tryFiles(source: SiteSource): PublicFile[] {
  const { site } = source;
  const way = wayToKey(
    source,
    html`<a href="/key">Get a key</a>.`.text,
    html`Write to ${contactLink(site.contact)} for a key.`.text,
  );
  const page = layout({
    title: "Try it",
    description: "Send requests from this page, with your own key, and see what comes back.",
    lang: "en",
    site,
    path: "/docs/try",
    scripts: ["/assets/try.js"],
    main: html`
      <h1>Try it</h1>
      <p
        class="text">Choose an endpoint, type a key under <b>Authorize</b>, send the request, and see what
        comes back. The key stays in this page's memory and goes only to this service.
        ${new Html(
          way,
        )} <a href="/docs/reference">The reference</a> has the same without scripts.</p>
      <noscript><p class="notice warn">Requests are sent by a script, and scripts are off here.</p></noscript>
      <p class="notice warn" id="no-key" role="status" hidden>That request went without a key. Press
        <b>Authorize</b>, enter your key, and send it again.</p>
      <h2>Endpoints</h2>
      <div id="try"></div>
    `,
  });
  return [
    { path: "/docs/try", contentType: "text/html; charset=utf-8", body: page, policy: POLICY },
    { path: "/assets/try.js", contentType: SCRIPT, body: script },
    {
      path: "/assets/swagger-ui.js",
      contentType: SCRIPT,
      // The map is served nowhere.
      body: bundle.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, ""),
    },
    {
      path: "/assets/swagger-ui.txt",
      contentType: "text/plain; charset=utf-8",
      body: [notice, licence, bundleLicences].join("\n"),
    },
    {
      path: "/assets/swagger-ui.css",
      contentType: "text/css; charset=utf-8",
      body: bundleStyle + style,
    },
  ];
}
