import type { Clock } from "../platform/clock.ts";
import type { OutboundFetch, OutboundRequest } from "../platform/outbound_fetch.ts";
import type { DeliveryAttempt } from "./records/attempts.ts";
import { type OpenWebhook, readNtfyAddress } from "./records/webhook_record.ts";
import { testBody } from "./discord/post_discord.ts";
import { ownMessage } from "./ntfy/post_ntfy.ts";
import { headersFor, USER_AGENT, type WebhookMessage } from "./send/message.ts";
import { exchange, toPosted } from "./send/post_event.ts";
import { type SpokenGroup, wordsFor } from "./words/words.ts";

/** Sends a webhook a test, once. */
export async function sendTest(
  { clock, outbound }: { readonly clock: Clock; readonly outbound: OutboundFetch },
  webhook: OpenWebhook,
  group: SpokenGroup,
): Promise<DeliveryAttempt> {
  const at = clock.now();
  const id = `${webhook.record.id}_test_${at}`;
  const { outcome } = toPosted(await exchange(outbound, requestOf(webhook, group, id, at)), clock);
  const ms = clock.now() - at;
  return { id, event: "webhook.test", attempt: 1, at, ms, outcome, nextAt: null };
}

function requestOf(
  { record, target }: OpenWebhook,
  group: SpokenGroup,
  id: string,
  now: number,
): OutboundRequest {
  const { url } = target;
  if (record.format === "discord") {
    const headers = { "content-type": "application/json", "user-agent": USER_AGENT };
    return { url, method: "POST", headers, body: testBody(group, record.mention) };
  }
  if (record.format === "ntfy") {
    return ownMessage(readNtfyAddress(url)!, group, wordsFor(group).test);
  }
  const message: WebhookMessage = {
    type: "webhook.test",
    timestamp: new Date(now).toISOString(),
    data: { webhook: record.id },
  };
  const body = JSON.stringify(message);
  return { url, method: "POST", headers: headersFor(target, id, body, now), body };
}
