import type { UseEntry } from "../../audit/entries/use.ts";
import { type Html, html } from "../../page/html.ts";
import { recordTable } from "../../page/records.ts";
import { lastUses } from "../parts/last_uses.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { tokenPath } from "../parts/paths.ts";
import { tokenState } from "../parts/token_words.ts";
import type { TokenView } from "../parts/views.ts";
import { when } from "../parts/when.ts";

/** `/admin/tokens`: applications that wait, and all tokens with their last uses. */
export async function tokensPage(context: PageContext): Promise<PanelPage> {
  const [tokens, uses] = await Promise.all([
    context.read<readonly TokenView[]>("token list"),
    lastUses(context),
  ]);
  const waiting = tokens.filter(({ state }) => state === "applied");
  const decided = tokens.filter(({ state }) => state !== "applied");
  const latest = new Map(uses.map((use) => [use.token_id, use]));
  return {
    title: "Tokens",
    main: html`<h1>Priority tokens</h1><h2>Applications to review</h2>${
      applications(context, waiting)
    }<h2>Decided</h2>${tokenTable(context, decided, latest)}`,
  };
}

function applications(context: PageContext, tokens: readonly TokenView[]): Html {
  return recordTable<TokenView>(
    "Applications to review",
    [
      { name: "Organization", cell: linked },
      { name: "Name", cell: ({ name }) => name },
      { name: "E-mail", cell: ({ email }) => email },
      { name: "Applied", cell: ({ applied_at }) => when(context, applied_at) },
    ],
    tokens,
    "No application waits for a decision.",
  );
}

function tokenTable(
  context: PageContext,
  tokens: readonly TokenView[],
  latest: ReadonlyMap<string, UseEntry>,
): Html {
  return recordTable<TokenView>(
    "Decided applications",
    [
      { name: "Organization", cell: linked },
      { name: "State", cell: tokenState },
      { name: "Token", cell: ({ hint }) => hint === null ? "" : html`<code>${hint}</code>` },
      { name: "Name", cell: ({ name }) => name },
      { name: "Reviewed", cell: ({ reviewed_at }) => when(context, reviewed_at) },
      { name: "Last use", cell: ({ id }) => when(context, latest.get(id)?.at, "none lately") },
    ],
    tokens,
    "No application has been decided yet.",
  );
}

function linked({ id, organization }: TokenView): Html {
  return html`<a href="${tokenPath(id)}">${organization}</a>`;
}
