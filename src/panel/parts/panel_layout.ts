import { type Html, html } from "../../page/html.ts";
import { layout, type Navigation } from "../../page/layout.ts";
import { PANEL_PATHS } from "./paths.ts";
import type { PanelPage } from "./page_context.ts";

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
export function panelLayout(
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
export function accountPart(username: string, formToken: Html): Html {
  return html`
    <form class="account" method="post"
      action="${PANEL_PATHS
        .logout}">${formToken}<span class="small">Logged in as ${username}</span> <button>Log out</button> <button formaction="${PANEL_PATHS
        .logoutEverywhere}">Log out everywhere</button></form>
  `;
}
