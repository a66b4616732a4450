import type { LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvWrite } from "../../platform/kv.ts";
import {
  OutboundError,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  retryAfterMs,
} from "../../platform/outbound_fetch.ts";
import type { AttemptOutcome } from "../records/attempts.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import type { SpokenGroup } from "../words/words.ts";
import { eventBody, headersFor, messageId } from "./message.ts";
import { MAX_RETRY_WAIT_MS } from "./retry_schedule.ts";

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
export interface PostEventDeps {
  readonly kv: Kv;
  readonly clock: Clock;
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

/** Creates the poster of signed events. */
export function createPostEvent(deps: PostEventDeps): PostEvent {
  return (webhook, event, signal) => postStandard(deps, webhook, event, signal);
}

async function postStandard(
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
