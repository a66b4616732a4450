import { CommandError } from "../../admin/command/command.ts";
import { html, type HtmlValue } from "../../page/html.ts";
import { formField, notice } from "../../page/parts.ts";
import { notFoundPage, secretPage } from "../outcome_pages.ts";
import {
  type Action,
  formText,
  formWords,
  keyPath,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
} from "../page_context.ts";

/** `/admin/keys/issue`: the form that makes a key; only there with `ADMIN_API=on`. */
export function issuePage(context: PageContext): Promise<PanelPage> {
  return Promise.resolve(context.isOn ? issueFormPage(context, {}) : notFoundPage());
}

/** What was typed into the form, by the names of its fields. */
type Typed = Readonly<Record<string, string>>;

/** The form with what was typed into it, and why it was not taken. */
function issueFormPage(
  { index, formToken }: PageContext,
  typed: Typed,
  refusal?: CommandError,
): PanelPage {
  const groups = index.groups.map(({ slug }) => slug);
  const error = (name: string) => refusal?.option === name ? `${refusal.message}.` : undefined;
  const field = (name: string) => ({ name, value: typed[name], error: error(name) });
  // A message that belongs to no field is above them.
  const isElsewhere = refusal !== undefined && !FIELDS.some((name) => refusal.option === name);
  const said: HtmlValue = isElsewhere && notice("bad", html`<p>${refusal.message}.</p>`);
  return {
    title: "Issue a key",
    main: html`
      <h1>Issue a key</h1>${said}<form class="stack" method="post"
        action="${PANEL_PATHS.keys}/issue">${formToken()}${formField({
          ...field("owner"),
          label: "Owner",
          note: "A person, or an organization.",
          required: true,
        })}${formField({
          ...field("email"),
          label: "E-mail",
          type: "email",
          required: true,
        })}${formField({
          ...field("plan"),
          label: "Plan",
          choices: Object.keys(index.plans).map((plan) => [plan, plan]),
        })}${formField({
          ...field("group"),
          label: "Group",
          choices: [["", "All groups"], ...groups.map((slug) => [slug, slug] as const)],
        })}${formField({
          ...field("ip"),
          label: "Addresses or ranges, with commas between",
          note: "Without one it does not open wrapped groups.",
        })}${formField({
          ...field("expires"),
          label: "Last day",
          note: "As 2027-01-31. Without one it does not expire.",
        })}<button class="main">Issue the key</button></form>
    `,
    ...(refusal !== undefined && { status: 400 }),
  };
}

const FIELDS = ["owner", "email", "plan", "group", "ip", "expires"] as const;

/** Makes a key and shows it, this once; what cannot be taken comes back with the form. */
export const issueKey: Action = async (context) => {
  const typed: Typed = Object.fromEntries(FIELDS.map((name) => [name, formText(context, name)]));
  try {
    const outcome = await context.act("key issue", "", { ...typed, ip: formWords(context, "ip") });
    return secretPage(outcome, { title: "The key is issued", back: keyPath });
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== "words") throw error;
    return issueFormPage(context, typed, error);
  }
};
