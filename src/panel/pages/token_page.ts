import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { factList, formField } from "../../page/records.ts";
import { entryTable } from "../parts/entry_table.ts";
import { notFoundPage } from "../parts/error_pages.ts";
import { lastUses, LOOKED_AT } from "../parts/last_uses.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { tokenPath } from "../parts/paths.ts";
import { tokenState } from "../parts/token_words.ts";
import type { TokenView } from "../parts/views.ts";
import { when } from "../parts/when.ts";

const SHOWN_USES = 25;

/** `/admin/tokens/{id}`: an application or token, its last uses, and the forms that decide it. */
export async function tokenPage(context: PageContext, id: string): Promise<PanelPage> {
  const [tokens, uses] = await Promise.all([
    context.read<readonly TokenView[]>("token list"),
    lastUses(context),
  ]);
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
    ["E-mail", html`<a href="${`mailto:${token.email}`}">${token.email}</a>`],
    ["Applied", when(context, token.applied_at)],
    ["Reviewed", when(context, token.reviewed_at)],
    ["Reason", token.reason ?? undefined],
  ]);
}

function forms(context: PageContext, token: TokenView): HtmlValue {
  if (token.state === "applied") return reviewForms(context, token);
  return token.state === "approved" && revokeForm(context, token);
}

function reviewForms({ formToken }: PageContext, { id }: TokenView): Html {
  return html`
    <h2>Decide it</h2>
    <p class="text">Approved, the token is shown once, and mailed where letters are
        sent.</p>
    <form method="post"
      action="${tokenPath(
        id,
      )}/approve">${formToken()}<button class="main">Approve it</button></form>
    <form
      method="post" action="${tokenPath(id)}/reject">${formToken()}${formField({
        name: "reason",
        label: "Why it is rejected",
        note: "Kept with the application, and mailed to the applicant where letters are sent.",
        required: true,
      })}<button>Reject it</button></form>
  `;
}

function revokeForm({ formToken }: PageContext, { id }: TokenView): Html {
  return html`
    <h2>Revoke it</h2>
    <p class="text">A revoked token is refused everywhere within 3 seconds, and for good.</p>
    <form
      method="post"
      action="${tokenPath(
        id,
      )}/revoke">${formToken()}<button class="main">Revoke this token</button></form>
  `;
}
