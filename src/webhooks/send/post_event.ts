import { signedHeaders, webhookKey } from "../../delivery/post.ts";
import type { LoggedEvent } from "../../events/event.ts";
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

interface VerifyDeps extends Pick<Env, "clock" | "random"> {
  /** The guarded client, which waits 5 s. */
  readonly outbound: OutboundFetch;
  readonly isOwn: boolean;
}

/** Why an address is refused: three words and no more, so that nothing is learned of a network. */
type Unverified = Exclude<AttemptOutcome, "delivered">;

/** How webhooks of one format are verified, tested and sent events. */
export interface FormatClient {
  /** Asks an address whether it wants events; undefined: it does. Never rejects. */
  verify(
    deps: VerifyDeps,
    target: WebhookTarget,
    group: SpokenGroup,
  ): Promise<Unverified | undefined>;
  /** The request of a test, which is made once. `id` names it; `now` in epoch ms. */
  testRequest(webhook: OpenWebhook, group: SpokenGroup, id: string, now: number): OutboundRequest;
  /** Posts an event once. Never rejects. */
  post(deps: PostEventDeps, ...posted: Parameters<PostEvent>): Promise<PostedEvent>;
}

/** An answer, or why there is none. */
type Exchanged = OutboundResponse | Exclude<AttemptOutcome, "delivered" | "wrong answer">;

/** Sends a request; what goes wrong is one of two words. */
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
  if (isWell(answer)) return { ...nothing, outcome: "delivered" };
  const askedMs = retryAfterMs(headers, clock.now()) ?? 0;
  return {
    ...nothing,
    outcome: "wrong answer",
    isGone: status === 410,
    askedMs: Math.min(MAX_RETRY_WAIT_MS, Math.max(0, askedMs)),
  };
}

/** Asks an address, and has `isProof` judge an answer that is well. */
export async function askForProof(
  outbound: OutboundFetch,
  request: OutboundRequest,
  isProof: (answer: OutboundResponse) => boolean,
): Promise<Unverified | undefined> {
  const answer = await exchange(outbound, { ...request, onHead: () => true });
  if (typeof answer === "string") return answer;
  return isWell(answer) && isProof(answer) ? undefined : "wrong answer";
}

/** A text that cannot be guessed. */
export function challengeText({ random }: Pick<Env, "random">): string {
  return random.bytes(18).toBase64({ alphabet: "base64url" });
}

function isWell({ status }: OutboundResponse): boolean {
  return status >= 200 && status < 300;
}

/** The format `standard`: signed JSON, as Standard Webhooks asks. */
export const standardFormat: FormatClient = {
  /** The answer has to hold the challenge: an address that answers anything to anybody is not asked for. */
  async verify({ outbound, clock, random, isOwn }, target) {
    const challenge = challengeText({ random });
    const id = `verify_${challenge.slice(0, 12)}`;
    const request = ownRequest(target, id, "webhook.verify", { challenge }, clock.now());
    return await askForProof(outbound, request, ({ text }) => isOwn || text.includes(challenge));
  },
  testRequest({ record, target }, _group, id, now) {
    return ownRequest(target, id, "webhook.test", { webhook: record.id }, now);
  },
  async post({ clock, outbound }, webhook, event, signal) {
    const id = messageId(webhook, event);
    const request = signedRequest(webhook.target, id, eventBody(event), clock.now());
    return toPosted(await exchange(outbound, { ...request, signal }), clock);
  },
};

/** A request about the service's own matters. */
function ownRequest(
  target: WebhookTarget,
  id: string,
  type: "webhook.verify" | "webhook.test",
  data: Readonly<Record<string, string>>,
  now: number,
): OutboundRequest {
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  return signedRequest(target, id, body, now);
}

function signedRequest(
  { url, secret }: WebhookTarget,
  id: string,
  body: string,
  now: number,
): OutboundRequest {
  const signed = signedHeaders(webhookKey(secret)!, id, Math.floor(now / 1_000), body);
  return { url, method: "POST", headers: { ...signed, "user-agent": USER_AGENT }, body };
}

const bodies = new WeakMap<LoggedEvent, string>();

/** The body of an event: the same bytes for every webhook and attempt. */
function eventBody(event: LoggedEvent): string {
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

/** Names this program to the servers that it calls. */
export const USER_AGENT = "Oshibase-Webhooks/1";
/** The headers of a message in JSON that is not signed. */
export const JSON_HEADERS = { "content-type": "application/json", "user-agent": USER_AGENT };
