import type { KeyView } from "../../admin/commands/keys.ts";
import type { WebhookRow } from "../../core/webhook_service.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { formField, hiddenField } from "../../page/parts.ts";
import {
  donePage,
  notFoundPage,
  questionLinks,
  questionPage,
  secretPage,
} from "../outcome_pages.ts";
import {
  type Action,
  formText,
  keyPath,
  type PageContext,
  PANEL_PATHS,
  type RenderPage,
} from "../page_context.ts";

/** What is done to a key for good, by the ends of the paths. */
const DEEDS = {
  rotate: {
    link: "Give it a new secret",
    about: "The present one works for a day more, or ends at once.",
    title: (of: string) => `Give ${of} a new secret?`,
    button: "Make the new secret",
    happens: (key: KeyView): HtmlValue[] => [
      html`The present secret, <code>${key.hint}</code>, works for 24 hours more. If it is to end at once,
        every server refuses it within 3 seconds, nothing brings it back, and its feed tokens end with it.`,
      "The next page shows the new secret, this once. Its owner needs it from you.",
      "Plan, use, addresses and webhooks stay.",
    ],
  },
  revoke: {
    link: "Revoke it",
    about: "It opens nothing any more.",
    title: (of: string) => `Revoke ${of}?`,
    button: "Revoke this key",
    happens: (): HtmlValue[] => [
      "Every server refuses it within 3 seconds, for good. Its owner needs another key.",
      "Its feed tokens and webhooks end with it.",
      "Its record, its use and its history stay.",
    ],
  },
  forget: {
    link: "Forget its owner",
    about: "No record names the person any more.",
    title: (of: string) => `Forget the owner of ${of}?`,
    button: "Forget the owner",
    happens: (key: KeyView): HtmlValue[] =>
      [
        "The name, the e-mail and the addresses of its record are emptied, for good.",
        key.revoked_at === null && "The key is revoked: every server refuses it within 3 seconds.",
        "Its feed tokens end, and its webhooks are deleted.",
        "Codes for the same e-mail are emptied and revoked, too.",
        "No entry of the audit names the person any more, as far as the store's format allows.",
        "Snapshots that exist, logs, and messages that were sent keep what they have.",
      ].filter((sentence) => sentence !== false),
  },
} as const;

type Deed = keyof typeof DEEDS;

/** Links to the questions before something is done to a key for good. */
export function keyQuestions(key: KeyView): HtmlValue {
  const deeds: Deed[] = key.revoked_at === null
    ? ["rotate", "revoke", "forget"]
    : key.owner !== "" || key.email !== ""
    ? ["forget"]
    : [];
  if (deeds.length === 0) return undefined;
  return questionLinks(keyPath(key.id), deeds, DEEDS);
}

function asking(deed: Deed): RenderPage {
  const { title, happens, button } = DEEDS[deed];
  return async (context, id) => {
    if (!context.isOn) return notFoundPage();
    const key = await context.read<KeyView>("key show", id);
    return questionPage(context, {
      title: title(key.owner === "" ? `the key ${key.id}` : `the key of ${key.owner}`),
      happens: happens(key),
      action: `${keyPath(id)}/${deed}`,
      button,
      fields: deed === "rotate" &&
        html`${hiddenField("was", key.hint)}${
          formField({
            name: "end",
            label: "The present secret",
            choices: [["day", "works for 24 hours more"], ["now", "ends at once"]],
          })
        }`,
      back: keyPath(id),
    });
  };
}

/** The questions about keys and what belongs to them, by their paths below `/admin`. */
export const KEY_QUESTIONS: Readonly<Record<string, RenderPage>> = {
  "keys/{}/rotate": asking("rotate"),
  "keys/{}/revoke": asking("revoke"),
  "keys/{}/forget": asking("forget"),
  "webhooks/{}/disable": async (context, id) => {
    const webhook = await belonging<WebhookRow>(context, "webhook list", id);
    if (webhook === undefined) return notFoundPage();
    return questionPage(context, {
      title: `Switch off the webhook to ${webhook.host ?? "an address that cannot be read"}?`,
      happens: [
        "It gets no more events, and those that wait are not sent.",
        "The panel cannot switch it on again: its owner registers another one.",
      ],
      action: `${PANEL_PATHS.webhooks}/${encodeURIComponent(id)}/disable`,
      button: "Switch it off",
      fields: hiddenField("key", webhook.key_id),
      back: keyPath(webhook.key_id),
    });
  },
};

/** One of the records that belong to the key which the page's address names. */
async function belonging<R extends { readonly id: string }>(
  { isOn, query, read }: PageContext,
  list: string,
  id: string,
): Promise<R | undefined> {
  const key = query.get("key")?.[0] ?? "";
  if (!isOn || key === "") return undefined;
  return (await read<readonly R[]>(list, "", { key })).find((one) => one.id === id);
}

/** The link to the question whether a webhook is to be switched off. */
export function webhookQuestion({ id, key_id }: WebhookRow): Html {
  const path = `${PANEL_PATHS.webhooks}/${encodeURIComponent(id)}/disable`;
  return html`<a href="${`${path}?${new URLSearchParams({ key: key_id })}`}">Switch off</a>`;
}

const rotateKey: Action = async (context, id) => {
  const was = formText(context, "was");
  const now = formText(context, "end") === "now" ? "true" : undefined;
  const outcome = await context.act("key rotate", id, { was, now });
  return secretPage(outcome, { title: "The key has a new secret", back: keyPath });
};

function ending(command: string): Action {
  return async (context, id) => {
    const outcome = await context.act(command, id, {});
    const key = command.startsWith("key ") ? id : formText(context, "key");
    return donePage(outcome, key === "" ? PANEL_PATHS.keys : keyPath(key));
  };
}

/** What the answers to those questions do. */
export const KEY_DEEDS: Readonly<Record<string, Action>> = {
  "keys/{}/rotate": rotateKey,
  "keys/{}/revoke": ending("key revoke"),
  "keys/{}/forget": ending("key forget"),
  "webhooks/{}/disable": ending("webhook disable"),
};
