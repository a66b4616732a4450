import type { WebhookRow } from "../../core/webhook_service.ts";
import type { DeliveryItem } from "../../model/answer/v1.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, recordTable } from "../../page/parts.ts";
import { notFoundPage } from "../outcome_pages.ts";
import { keyPath, type PageContext, type PanelPage, when } from "../page_context.ts";
import { webhookQuestion } from "./key_questions.ts";

/** How many of the newest failures are shown. */
const SHOWN_FAILURES = 50;

/** `/admin/webhooks`: all webhooks, and the last attempts that failed. */
export async function webhooksPage(context: PageContext): Promise<PanelPage> {
  const { attempts } = context;
  if (attempts === undefined) return notFoundPage();
  const webhooks = await context.read<readonly WebhookRow[]>("webhook list");
  const failures = (await Promise.all(webhooks.map(async (webhook) => {
    return (await attempts(webhook.id)).filter(({ outcome }) => outcome !== "delivered")
      .map((attempt): Failure => ({ ...attempt, webhook }));
  }))).flat().sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(
    0,
    SHOWN_FAILURES,
  );
  return {
    title: "Webhooks",
    main: html`<h1>Webhooks</h1>${
      webhookTable(
        context,
        webhooks,
        "There are no webhooks. Callers register them with their keys.",
      )
    }<h2>Attempts that failed</h2>${failureTable(context, failures)}`,
  };
}

/** Webhooks with their keys, and if forms do something the links that switch them off. */
export function webhookTable(
  context: PageContext,
  webhooks: readonly WebhookRow[],
  empty: string,
): Html {
  return recordTable<WebhookRow>(
    "Webhooks",
    [
      { name: "Host", cell: hostOf },
      { name: "State", cell: stateOf },
      {
        name: "Key",
        cell: ({ key_id, owner }) => html`<a href="${keyPath(key_id)}">${owner || key_id}</a>`,
      },
      { name: "Format", cell: ({ format }) => format },
      { name: "Events", cell: ({ types }) => types.join(", ") || "all" },
      { name: "Made", cell: ({ created_at }) => when(context, created_at) },
      ...(context.isOn
        ? [{
          name: "Change",
          cell: (webhook: WebhookRow) => webhook.state === "on" && webhookQuestion(webhook),
        }]
        : []),
    ],
    webhooks,
    empty,
  );
}

/** No line ends here. */
const WORD_JOINER = "\u2060";

function hostOf({ host, hint }: WebhookRow): HtmlValue {
  return host === null
    ? "cannot be opened"
    : html`${host} <span class="small">…${WORD_JOINER}${hint}</span>`;
}

function stateOf({ state, off_reason }: WebhookRow): HtmlValue {
  if (state === "on") return badge("good", "on");
  return html`${badge("warn", "off")} <span class="small">${off_reason}</span>`;
}

type Failure = DeliveryItem & { readonly webhook: WebhookRow };

function failureTable(context: PageContext, failures: readonly Failure[]): Html {
  return recordTable<Failure>(
    "Attempts that failed",
    [
      { name: "When", cell: ({ at }) => when(context, at) },
      { name: "Outcome", cell: ({ outcome }) => outcome },
      { name: "Host", cell: ({ webhook }) => hostOf(webhook) },
      { name: "Event", cell: ({ event }) => event },
      { name: "Attempt", isNumber: true, cell: ({ attempt }) => attempt },
    ],
    failures,
    "None of the last attempts has failed.",
  );
}
