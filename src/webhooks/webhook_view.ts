import type { OpenWebhook, WebhookRecord } from "./records/webhook_record.ts";

/** A webhook as its owner sees it: never its address. */
export interface WebhookView {
  readonly record: WebhookRecord;
  readonly host: string;
  /** The last four characters of the address. */
  readonly hint: string;
}

/** What the owner of a webhook is shown of its address. */
export function viewOf({ record, target }: OpenWebhook): WebhookView {
  return { record, host: new URL(target.url).host, hint: target.url.slice(-4) };
}
