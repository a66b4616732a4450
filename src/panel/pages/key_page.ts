import type { AuditEntry } from "../../audit/record/read_record.ts";
import type { KeyView } from "../../admin/commands/keys.ts";
import type { WebhookRow } from "../../core/webhook_service.ts";
import { planZone } from "../../admin/commands/options.ts";
import { maxStreams } from "../../model/plans.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { numberWords, plot } from "../../page/plot.ts";
import { factList, notice, time } from "../../page/parts.ts";
import { dayWords } from "../../time/words.ts";
import { keyPath, type PageContext, type PanelPage, when } from "../page_context.ts";
import { entryTable } from "./audit_page.ts";
import { doneWords, keyForms, type RefusedForm } from "./key_forms.ts";
import { keyQuestions } from "./key_questions.ts";
import { keyState, usedWords } from "./keys_page.ts";
import { webhookTable } from "./webhooks_page.ts";

const DAYS = 30;
const SHOWN_ENTRIES = 50;

interface DayUse {
  readonly day: string;
  readonly used: number;
}

/** `/admin/keys/{id}`: one key, what it used, what belongs to it, and the forms that change it. */
export async function keyPage(
  context: PageContext,
  id: string,
  refused?: RefusedForm,
): Promise<PanelPage> {
  const { read } = context;
  // One after the other: each goes on record, and together they would wait for each other there.
  const key = await read<KeyView>("key show", id);
  const usage = await read<readonly DayUse[]>("key usage", id, { days: `${DAYS}` });
  const webhooks = context.attempts &&
    await read<readonly WebhookRow[]>("webhook list", "", { key: id });
  const about = {
    subject: [id, ...(webhooks ?? []).map((webhook) => webhook.id)],
    limit: `${SHOWN_ENTRIES}`,
  };
  const entries = await read<readonly AuditEntry[]>("audit tail", "", about);
  const canChange = context.isOn && key.revoked_at === null;
  const done = refused === undefined ? doneWords(context) : undefined;
  return {
    title: keyTitle(key),
    main: html`<h1>${keyTitle(key)}</h1>${done && notice("info", html`<p>${done}</p>`)}${
      refused && refusal(refused)
    }${facts(context, key, usage)}<h2>Use</h2>${
      plot({
        title: "Requests a day",
        period: `the last ${DAYS} days, today included`,
        points: usage.map(({ day }) => day),
        lines: [{ name: "requests", values: usage.map(({ used }) => used) }],
      })
    }${canChange && keyForms(context, key, refused)}${canChange && feedForm(context, key)}${
      webhooks &&
      html`<h2>Webhooks</h2>${
        webhookTable(
          context,
          webhooks,
          "It has no webhooks. Its owner registers them with the key.",
        )
      }`
    }<h2>History</h2>${
      entryTable(
        context,
        entries.toReversed(),
        "The last entries of the audit have nothing about this key.",
      )
    }${context.isOn && keyQuestions(key)}`,
    ...(refused !== undefined && { status: refused.isConflict ? 409 : 400 }),
  };
}

/** What a key is called: by its owner, if it is known. */
function keyTitle({ owner, id }: Pick<KeyView, "owner" | "id">): string {
  return owner === "" ? `Key ${id}` : `Key of ${owner}`;
}

/** The message is beside the field too, which may be far down. */
function refusal({ message, isConflict }: RefusedForm): Html {
  const text = isConflict ? "Nothing was changed. This page shows the present state." : "";
  return notice("bad", html`<p>${message} ${text}</p>`);
}

function facts(context: PageContext, key: KeyView, usage: readonly DayUse[]): Html {
  const plan = context.index.plans[key.plan];
  const quota = plan === undefined || plan.quota === "unlimited" ? undefined : plan.quota;
  const credited = key.limit === null || quota === undefined ? 0 : key.limit - quota.requests;
  return factList([
    ["State", keyState(key, context.now)],
    [
      "Used in this period",
      html`${usedWords(key)}${
        credited > 0 && html`, <span class="small">${numberWords(credited)} of them credit</span>`
      }`,
    ],
    ["Plan", html`${key.plan}<br><span class="small">${planWords(context, key)}</span>`],
    ["Last used", lastUsed(context, key, usage)],
    [
      "Open streams",
      `${context.streamsOf(key.id)} of ${maxStreams(plan)}, in this process`,
    ],
    ["Key", html`<code>${key.hint}</code>`],
    ["Id", html`<code>${key.id}</code>`],
    ["E-mail", key.email && html`<a href="${`mailto:${key.email}`}">${key.email}</a>`],
    ["Groups", key.groups.join(", ") || "all"],
    ["Addresses", key.ips.join(", ") || "none: it does not open wrapped groups"],
    ["Signed up", key.signup && "by e-mail"],
    ["Builds", key.note],
    ["Made", when(context, key.created_at)],
    ["Expires", when(context, key.expires_at, "never")],
    ["Revoked", when(context, key.revoked_at)],
  ]);
}

/** The last day on which it was used, as its plan counts days. */
function lastUsed(
  { index, now }: PageContext,
  { plan }: KeyView,
  usage: readonly DayUse[],
): HtmlValue {
  const day = usage.findLast(({ used }) => used > 0)?.day;
  if (day === undefined) return `not in the last ${DAYS} days`;
  return time(day, dayWords(day, { timezone: planZone(index.plans, plan) }, now));
}

function planWords({ index }: PageContext, { plan: name }: KeyView): string {
  const plan = index.plans[name];
  if (plan === undefined) return "The content has no such plan: the key is refused.";
  const { quota, rate } = plan;
  const requests = quota === "unlimited"
    ? "no limit of requests"
    : `${numberWords(quota.requests)} requests a ${quota.per} (${quota.timezone})`;
  const speed = rate === "unlimited"
    ? "as fast as it can"
    : `${numberWords(rate.per_second)} a second, ${numberWords(rate.burst)} at once`;
  return `${requests}; ${speed}`;
}

function feedForm({ formToken }: PageContext, { id }: KeyView): Html {
  return html`
    <h2>Feed tokens</h2>
    <p>They open its calendars and feeds, and nothing else.</p>
    <form method="post" action="${keyPath(
      id,
    )}/feed">${formToken()}<button>Make a feed token</button></form>
  `;
}
