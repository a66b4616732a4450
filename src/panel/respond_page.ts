import { type Html, html } from "../page/html.ts";
import { layout, type Navigation } from "../page/layout.ts";
import { PANEL_PATHS, type PanelPage } from "./page_context.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { respondPrivately } from "../site/site_pack.ts";
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

function accountPart(username: string, formToken: Html): Html {
  return html`
    <form class="account" method="post"
      action="${PANEL_PATHS
        .logout}">${formToken}<span>Logged in as ${username}</span> <button>Log out</button> <button formaction="${PANEL_PATHS
        .logoutEverywhere}">Log out everywhere</button></form>
  `;
}

/**
 * Lays a page out and sends it with the headers of every response to the request; its session's cookie
 * goes with it if the browser does not have it. `token` is that of the form that logs out.
 */
export function respondPage(
  { method, target }: ParsedRequest,
  page: PanelPage,
  { headers, session, token, index }: {
    readonly headers: HeaderList;
    readonly session: Session | undefined;
    readonly token: Html | undefined;
    readonly index: PackIndex;
  },
): Response {
  const { title, main, status = 200, headers: own = [] } = page;
  const account = session?.username === undefined || token === undefined
    ? undefined
    : accountPart(session.username, token);
  const text = layout({
    title,
    site: { ...index.site, title: `${index.site.title} · operators` },
    lang: "en",
    path: target.path,
    home: PANEL_PATHS.overview,
    description: "The state of the service, for its operators.",
    navigation: account === undefined ? [["/", "Home"], ["/docs", "Documents"]] : NAVIGATION,
    account,
    main,
  });
  // If there is no form, nothing has to be remembered of somebody who has not logged in.
  const isNeeded = status !== 303 && !own.some(([name]) => name === "set-cookie");
  const cookie = isNeeded && session?.cookie !== undefined ? [session.cookie] : [];
  return respondPrivately(method, text, status, [...headers, ...own, ...cookie]);
}
