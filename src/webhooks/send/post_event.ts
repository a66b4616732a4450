import { signedHeaders, webhookKey } from "../../delivery/signature.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import type { KvWrite } from "../../platform/kv.ts";
import {
  OutboundError,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  retryAfterMs,
} from "../../platform/outbound_fetch.ts";
import type { AttemptOutcome, OpenWebhook, WebhookTarget } from "../records/webhook_record.ts";
import type { SpokenGroup } from "../words/words.ts";
import { MAX_RETRY_WAIT_MS } from "./webhook_cursor.ts";

/** What came of posting an event, for the cursor and the record of attempts. */
export interface PostedEvent {
  readonly outcome: AttemptOutcome;
  /** The address wants nothing any more (410). */
  readonly isGone: boolean;
  /** The wait that the address asked for; 0: none. */
  readonly askedMs: number;
  /** What is to be stored besides. */
  readonly writes: readonly KvWrite[];
}

/** What posting works with. */
export interface PostEventDeps extends Pick<Env, "kv" | "clock"> {
  readonly outbound: OutboundFetch;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
}

/** Posts an event to a webhook once. Never rejects. */
export type PostEvent = (
  webhook: OpenWebhook,
  event: LoggedEvent,
  signal: AbortSignal,
) => Promise<PostedEvent>;

/** Posts a signed event. Never rejects. */
export async function postSigned(
  { clock, outbound }: PostEventDeps,
  webhook: OpenWebhook,
  event: LoggedEvent,
  signal: AbortSignal,
): Promise<PostedEvent> {
  const { target } = webhook;
  const body = eventBody(event);
  const headers = headersFor(target, messageId(webhook, event), body, clock.now());
  const request = { url: target.url, method: "POST", headers, body, signal } as const;
  return toPosted(await exchange(outbound, request), clock);
}

/** An answer, or why there is none. */
export type Exchanged = OutboundResponse | Exclude<AttemptOutcome, "delivered" | "wrong answer">;

/** Sends a request; what goes wrong is told in one of two words. */
export async function exchange(
  outbound: OutboundFetch,
  request: OutboundRequest,
): Promise<Exchanged> {
  try {
    return await outbound({ onHead: () => false, ...request });
  } catch (error) {
    const isForbidden = error instanceof OutboundError && error.fault === "forbidden";
    return isForbidden ? "address not allowed" : "no answer";
  }
}

/** What an answer means for the event. */
export function toPosted(answer: Exchanged, clock: Clock): PostedEvent {
  const nothing = { isGone: false, askedMs: 0, writes: [] };
  if (typeof answer === "string") return { ...nothing, outcome: answer };
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { ...nothing, outcome: "delivered" };
  const askedMs = retryAfterMs(headers, clock.now()) ?? 0;
  return {
    ...nothing,
    outcome: "wrong answer",
    isGone: status === 410,
    askedMs: Math.min(MAX_RETRY_WAIT_MS, Math.max(0, askedMs)),
  };
}

/** The body of an event, and of the service's own `webhook.verify` and `webhook.test`. */
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
