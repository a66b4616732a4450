import { EVERY_RESPONSE, type HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { PackIndex } from "../model/pack.ts";
import type { Html } from "../page/html.ts";
import { PAGE_HEADERS } from "../site/page_headers.ts";
import type { PanelPage } from "./parts/page_context.ts";
import { accountPart, panelLayout } from "./parts/panel_layout.ts";
import type { Session } from "./session/sessions.ts";

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
