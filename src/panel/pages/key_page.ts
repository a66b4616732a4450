import type { KeyView } from "../../admin/commands/keys.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { plot } from "../../page/plot.ts";
import { factList, formField, notice } from "../../page/parts.ts";
import { keyState, usedWords } from "./keys_page.ts";
import {
  type Action,
  formText,
  keyPath,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
  when,
} from "../page_context.ts";
import { donePage, notFoundPage, secretPage } from "../outcome_pages.ts";
import { CommandError } from "../../admin/command/command.ts";

const DAYS = 30;

/** `/admin/keys/{id}`: one key, what it used, and the form that revokes it. */
export async function keyPage(context: PageContext, id: string): Promise<PanelPage> {
  const [key, usage] = await Promise.all([
    context.read<KeyView>("key show", id),
    context.read<readonly { day: string; used: number }[]>("key usage", id, { days: `${DAYS}` }),
  ]);
  return {
    title: `Key of ${key.owner || key.id}`,
    main: html`<h1>Key of ${key.owner || key.id}</h1>${facts(context, key)}<h2>Use</h2>${
      plot({
        title: "Requests a day",
        period: `the last ${DAYS} days, today included`,
        points: usage.map(({ day }) => day),
        lines: [{ name: "requests", values: usage.map(({ used }) => used) }],
      })
    }${context.isOn && key.revoked_at === null && revokeForm(context, key)}`,
  };
}

function facts(context: PageContext, key: KeyView): Html {
  return factList([
    ["State", keyState(key, context.now)],
    ["Used in this period", usedWords(key)],
    ["Plan", key.plan],
    ["Key", html`<code>${key.hint}</code>`],
    ["Id", html`<code>${key.id}</code>`],
    ["E-mail", html`<a href="${`mailto:${key.email}`}">${key.email}</a>`],
    ["Groups", key.groups.join(", ") || "all"],
    ["Addresses", key.ips.join(", ") || "none: it does not open wrapped groups"],
    ["Made", when(context, key.created_at)],
    ["Expires", when(context, key.expires_at, "never")],
    ["Revoked", when(context, key.revoked_at)],
  ]);
}

function revokeForm({ formToken }: PageContext, { id }: KeyView): HtmlValue {
  return html`
    <h2>Revoke it</h2>
    <p class="text">A revoked key is refused everywhere within 3 seconds, and for good: its owner
        needs another one.</p>
    <form method="post" action="${keyPath(id)}/revoke">${formToken()}<button
        class="main">Revoke this key</button></form>
  `;
}

/** `/admin/keys/issue`: the form that makes a key; only there with `ADMIN_API=on`. */
export function issuePage(context: PageContext): Promise<PanelPage> {
  return Promise.resolve(context.isOn ? issueFormPage(context, {}) : notFoundPage());
}

/** The form with what was typed into it, and why it was not taken. */
function issueFormPage(
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

const FIELDS = ["owner", "email", "plan", "group", "ip", "expires"] as const;

/** Makes a key and shows it, this once; what cannot be taken comes back with the form. */
export const issueKey: Action = async (context) => {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, formText(context, name)]));
  try {
    const ip = typed.ip!.split(/[\s,]+/).filter((address) => address !== "");
    const outcome = await context.act("key issue", "", { ...typed, ip });
    return secretPage(outcome, { title: "The key is issued", back: keyPath });
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== "words") throw error;
    const said = notice("bad", html`<p>${error.message}.</p>`);
    return { ...issueFormPage(context, typed, said), status: 400 };
  }
};

/** Revokes a key. */
export const revokeKey: Action = async (context, id) => {
  const outcome = await context.act("key revoke", id, {});
  return donePage(outcome, keyPath(id));
};
