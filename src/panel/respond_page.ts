import { type Html, html } from "../page/html.ts";
import { layout, type Navigation } from "../page/layout.ts";
import { PANEL_PATHS, type PanelPage } from "./page_context.ts";
import { EVERY_RESPONSE, type HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { PackIndex } from "../model/pack.ts";
import { PAGE_HEADERS } from "../site/site_pack.ts";
import type { Session } from "./sessions.ts";

const NAVIGATION: Navigation = [
  [PANEL_PATHS.overview, "Overview"],
  [PANEL_PATHS.keys, "Keys"],
  [PANEL_PATHS.tokens, "Tokens"],
  [PANEL_PATHS.audit, "Audit"],
  [PANEL_PATHS.live, "Live"],
  [PANEL_PATHS.webhooks, "Webhooks"],
  [PANEL_PATHS.content, "Content"],
];

/** Lays a page of the panel out; `account`: who has logged in, with the form that logs out. */
function panelLayout(
  { title, main }: PanelPage,
  { site, path, account }: { site: string; path: string; account: Html | undefined },
): string {
  return layout({
    title,
    site: `${site} · operators`,
    lang: "en",
    path,
    home: PANEL_PATHS.overview,
    description: "The state of the service, for its operators.",
    navigation: account === undefined ? [["/", "Home"], ["/docs", "Documents"]] : NAVIGATION,
    account,
    main,
  });
}

/** Who has logged in, and the way out. */
function accountPart(username: string, formToken: Html): Html {
  return html`
    <form class="account" method="post"
      action="${PANEL_PATHS
        .logout}">${formToken}<span class="small">Logged in as ${username}</span> <button>Log out</button> <button formaction="${PANEL_PATHS
        .logoutEverywhere}">Log out everywhere</button></form>
  `;
}

/** The headers of every page: no other site reads it, nothing keeps it, nothing frames it. */
const PANEL_HEADERS: HeaderList = [
  ["content-type", "text/html; charset=utf-8"],
  ["cache-control", "no-store"],
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ...EVERY_RESPONSE.filter(([name]) => !name.startsWith("access-control-")),
  ...PAGE_HEADERS,
];

/** What a page is sent with. */
interface PageFrame {
  /** The headers of every response to the request. */
  readonly headers: HeaderList;
  readonly session: Session | undefined;
  /** The token of the form that logs out. */
  readonly token: Html | undefined;
  readonly index: PackIndex;
}

/** Sends a page; its session's cookie goes with it where the browser does not have it. */
export function respondPage(
  { method, target }: ParsedRequest,
  page: PanelPage,
  { headers, session, token, index }: PageFrame,
): Response {
  const { status = 200, headers: own = [] } = page;
  const account = session?.username === undefined || token === undefined
    ? undefined
    : accountPart(session.username, token);
  const text = panelLayout(page, { site: index.site.title, path: target.path, account });
  const body = new TextEncoder().encode(text);
  const setsCookie = own.some(([name]) => name === "set-cookie");
  // Where there is no form, nothing has to be remembered of somebody who has not logged in.
  const isNeeded = !setsCookie && status !== 303;
  const cookie = isNeeded && session?.cookie !== undefined ? [session.cookie] : [];
  return new Response(method === "HEAD" ? null : body, {
    status,
    headers: [
      ...PANEL_HEADERS as [string, string][],
      ...headers as [string, string][],
      ...cookie as [string, string][],
      ...own as [string, string][],
      ...(method === "HEAD" ? [["content-length", String(body.length)] as [string, string]] : []),
    ],
  });
}
