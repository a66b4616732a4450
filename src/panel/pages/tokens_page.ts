import type { TokenView } from "../../admin/commands/token_commands.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, factList, recordTable, type Tone } from "../../page/parts.ts";
import { type PageContext, type PanelPage, tokenPath, when } from "../page_context.ts";
import type { UseEntry } from "../../audit/entries/use.ts";
import { entryTable } from "./audit_page.ts";
import { notFoundPage } from "../outcome_pages.ts";
import { tokenQuestions } from "./token_questions.ts";

const TONES: Readonly<Record<TokenView["state"], Tone>> = {
  applied: "warn",
  approved: "good",
  rejected: "plain",
  revoked: "plain",
};

/** The state of a token, or of the application for one. */
function tokenState({ state }: TokenView): Html {
  return badge(TONES[state], state);
}

const LOOKED_AT = 1_000;

/** All tokens, and the last uses of them, oldest first. */
async function readTokens({ read }: PageContext) {
  return await Promise.all([
    read<readonly TokenView[]>("token list"),
    read<readonly UseEntry[]>("audit tail", "", { kind: "use", limit: `${LOOKED_AT}` }),
  ]);
}

/** `/admin/tokens`: applications that wait, and all tokens with their last uses. */
export async function tokensPage(context: PageContext): Promise<PanelPage> {
  const [tokens, uses] = await readTokens(context);
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

const SHOWN_USES = 25;

/** `/admin/tokens/{id}`: an application or token, its last uses, and the forms that decide it. */
export async function tokenPage(context: PageContext, id: string): Promise<PanelPage> {
  const [tokens, uses] = await readTokens(context);
  const token = tokens.find((one) => one.id === id);
  if (token === undefined) return notFoundPage();
  const own = uses.filter(({ token_id }) => token_id === id).slice(-SHOWN_USES).toReversed();
  return {
    title: token.organization,
    main: html`<h1>${token.organization}</h1>${facts(context, token)}${
      context.isOn && forms(context, token)
    }<h2>Last uses</h2>${
      entryTable(context, own, `No use by it is among the last ${LOOKED_AT} on record.`)
    }`,
  };
}

function facts(context: PageContext, token: TokenView): Html {
  return factList([
    ["State", tokenState(token)],
    ["Token", token.hint === null ? undefined : html`<code>${token.hint}</code>`],
    ["Id", html`<code>${token.id}</code>`],
    ["Name", token.name],
    ["E-mail", token.email && html`<a href="${`mailto:${token.email}`}">${token.email}</a>`],
    ["Applied", when(context, token.applied_at)],
    ["Reviewed", when(context, token.reviewed_at)],
    ["Reason", token.reason ?? undefined],
  ]);
}

function forms(context: PageContext, token: TokenView): HtmlValue {
  if (token.state !== "applied") return tokenQuestions(token);
  return html`
    <h2>Decide it</h2>
    <p class="text">If you approve it, the next page shows the token, this once. It also
        goes out by e-mail if SMTP_URL is set.</p>
    <form method="post"
      action="${tokenPath(
        token.id,
      )}/approve">${context.formToken()}<button class="main">Approve it</button></form>
    ${tokenQuestions(token)}
  `;
}
