import type { Clock } from "../platform/clock.ts";
import type { OutboundFetch, OutboundRequest } from "../platform/outbound_fetch.ts";
import type { DeliveryAttempt } from "./records/attempts.ts";
import type { OpenWebhook } from "./records/webhook_record.ts";
import { headersFor, USER_AGENT, type WebhookMessage } from "./send/message.ts";
import { exchange, toPosted } from "./send/post_event.ts";

/** Sends a webhook a test, once. */
export async function sendTest(
  { clock, outbound }: { readonly clock: Clock; readonly outbound: OutboundFetch },
  webhook: OpenWebhook,
): Promise<DeliveryAttempt> {
  const at = clock.now();
  const id = `${webhook.record.id}_test_${at}`;
  const { outcome } = toPosted(await exchange(outbound, requestOf(webhook, id, at)), clock);
  const ms = clock.now() - at;
  return { id, event: "webhook.test", attempt: 1, at, ms, outcome, nextAt: null };
}

function requestOf({ record, target }: OpenWebhook, id: string, now: number): OutboundRequest {
  const { url } = target;
  if (record.format === "discord") {
    const headers = { "content-type": "application/json", "user-agent": USER_AGENT };
    const content = "This is a test: this channel is told what happens.";
    const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
    return { url, method: "POST", headers, body };
  }
  const message: WebhookMessage = {
    type: "webhook.test",
    timestamp: new Date(now).toISOString(),
    data: { webhook: record.id },
  };
  const body = JSON.stringify(message);
  return { url, method: "POST", headers: headersFor(target, id, body, now), body };
}
