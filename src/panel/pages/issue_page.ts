import { html, type HtmlValue } from "../../page/html.ts";
import { formField } from "../../page/records.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { notFoundPage } from "../parts/error_pages.ts";
import { PANEL_PATHS } from "../parts/paths.ts";

/** `/admin/keys/issue`: the form that makes a key; only there with `ADMIN_API=on`. */
export function issuePage(context: PageContext): Promise<PanelPage> {
  return Promise.resolve(context.isOn ? issueFormPage(context, {}) : notFoundPage());
}

/** The form with what was typed into it, and why it was not taken. */
export function issueFormPage(
  { index, formToken }: PageContext,
  typed: Readonly<Record<string, string>>,
  said?: HtmlValue,
): PanelPage {
  const groups = index.groups.map(({ slug }) => slug);
  return {
    title: "Issue a key",
    main: html`
      <h1>Issue a key</h1>${said}<form class="stack" method="post"
        action="${PANEL_PATHS.keys}/issue">${formToken()}${formField({
          name: "owner",
          label: "Owner: whom the key is for",
          value: typed.owner,
          required: true,
        })}${formField({
          name: "email",
          label: "E-mail",
          type: "email",
          value: typed.email,
          required: true,
        })}${formField({
          name: "plan",
          label: "Plan",
          value: typed.plan,
          choices: Object.keys(index.plans).map((plan) => [plan, plan]),
        })}${formField({
          name: "group",
          label: "Group",
          value: typed.group,
          choices: [["", "All groups"], ...groups.map((slug) => [slug, slug] as const)],
        })}${formField({
          name: "ip",
          label: "Addresses or ranges, with commas between",
          value: typed.ip,
          note: "Without one it does not open wrapped groups.",
        })}${formField({
          name: "expires",
          label: "Last day",

          value: typed.expires,
          note: "As 2027-01-31. Without one it does not expire.",
        })}<button class="main">Issue the key</button></form>
    `,
  };
}
