import type { EventKind, LoggedEvent } from "../../events/event.ts";
import { signedHeaders, webhookKey } from "../../delivery/signature.ts";
import type { OpenWebhook, WebhookTarget } from "../records/webhook_record.ts";

/** What is told of an event, and of the service's own `webhook.verify` and `webhook.test`. */
export interface WebhookMessage {
  readonly type: EventKind | "webhook.verify" | "webhook.test";
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: unknown;
}

const bodies = new WeakMap<LoggedEvent, string>();

/** The body of an event: the same bytes for every webhook and attempt. */
export function eventBody(event: LoggedEvent): string {
  let body = bodies.get(event);
  if (body === undefined) {
    const { id, type, at, group, data } = event;
    body = JSON.stringify({ type, timestamp: at, id, group, data });
    bodies.set(event, body);
  }
  return body;
}

/** The `webhook-id` of an event for a webhook: the same for each attempt. */
export function messageId({ record }: OpenWebhook, event: Pick<LoggedEvent, "id">): string {
  return `${record.id}_${event.id}`;
}

/** The headers of a body that is sent at `now`. */
export function headersFor(
  { secret }: WebhookTarget,
  id: string,
  body: string,
  now: number,
): Record<string, string> {
  const headers = signedHeaders(webhookKey(secret)!, id, Math.floor(now / 1_000), body);
  return { ...headers, "user-agent": USER_AGENT };
}

/** Names this program to the servers that it calls. */
export const USER_AGENT = "Oshibase-Webhooks/1";
