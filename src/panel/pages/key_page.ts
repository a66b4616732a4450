import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { plot } from "../../page/plot.ts";
import { factList } from "../../page/records.ts";
import { keyState, usedWords } from "../parts/key_words.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { keyPath } from "../parts/paths.ts";
import type { KeyView } from "../parts/views.ts";
import { when } from "../parts/when.ts";

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
