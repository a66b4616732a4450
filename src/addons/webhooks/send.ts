import type { Sent } from "../../delivery/endpoint.ts";
import { signedHeaders, webhookKey } from "../../delivery/post.ts";
import type { LogEntry } from "../../events/event.ts";
import type { Numbered } from "../../events/entry_log.ts";
import type { DeliveryItem } from "../../model/answer/v1.ts";
import type { Env } from "../../platform/env.ts";
import {
  OutboundError,
  type OutboundFetch,
  type OutboundRequest,
  type OutboundResponse,
  retryAfterMs,
} from "../../platform/outbound_fetch.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { OpenWebhook, WebhookTarget } from "./record.ts";
import type { SpokenGroup } from "./words.ts";

/** What sending works with. */
export interface SendDeps extends Pick<Env, "kv" | "clock" | "random"> {
  /** The guarded client, which waits 10 s. */
  readonly outbound: OutboundFetch;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
}

type Outcome = DeliveryItem["outcome"];

/** Why an address is refused: three words and no more, so that nothing is learned of a network. */
export type Failure = Exclude<Outcome, "delivered">;

/** A request to an address, and what its answer has to be. */
interface Proof {
  readonly request: OutboundRequest;
  /** Of a 2xx. */
  isGiven(answer: OutboundResponse): boolean;
}

/** How webhooks of one format are verified, tested and sent events. */
export interface Format {
  /** What asks an address whether it wants events; undefined if it may not be one of this format. */
  proof(deps: Pick<SendDeps, "clock" | "random">, target: WebhookTarget, isOwn: boolean):
    | Proof
    | undefined;
  /** The request of a test, which is made once. `id` names it; `now` in epoch ms. */
  test(webhook: OpenWebhook, group: SpokenGroup, id: string, now: number): OutboundRequest;
  /** Requests that one send makes at most. */
  readonly requests: number;
  /** Sends an event once. Never rejects. */
  send(
    deps: SendDeps,
    webhook: OpenWebhook,
    entry: Numbered<LogEntry>,
    signal: AbortSignal,
  ): Promise<Sent>;
}

/** The longest wait that an address may ask for. */
const MAX_ASKED_MS = DAY_MS;

/** Makes a request: an answer, or a word for why there is none. */
export async function exchange(
  outbound: OutboundFetch,
  request: OutboundRequest,
): Promise<OutboundResponse | Failure> {
  try {
    return await outbound({ onHead: () => false, ...request });
  } catch (error) {
    const isForbidden = error instanceof OutboundError && error.fault === "forbidden";
    return isForbidden ? "address not allowed" : "no answer";
  }
}

/** What an answer means; the reason of what did not arrive is a {@linkcode Failure}. */
export function sentBy(answer: OutboundResponse | Failure, now: number): Sent {
  if (typeof answer === "string") return { kind: "later", reason: answer };
  if (isWell(answer)) return { kind: "sent" };
  const reason: Failure = "wrong answer";
  if (answer.status === 410) return { kind: "gone", reason };
  const waitMs = Math.min(MAX_ASKED_MS, retryAfterMs(answer.headers, now) ?? 0);
  return { kind: "later", reason, ...(waitMs > 0 && { waitMs }) };
}

/** What came of a send, in the words of the record of attempts. */
export function outcomeOf(sent: Sent): Outcome {
  return sent.kind === "sent" ? "delivered" : sent.reason as Failure;
}

/** Asks an address for its proof; undefined: it was given. */
export async function verify(
  outbound: OutboundFetch,
  proof: Proof | undefined,
): Promise<Failure | undefined> {
  if (proof === undefined) return "address not allowed";
  const answer = await exchange(outbound, { ...proof.request, onHead: () => true });
  if (typeof answer === "string") return answer;
  return isWell(answer) && proof.isGiven(answer) ? undefined : "wrong answer";
}

function isWell({ status }: OutboundResponse): boolean {
  return status >= 200 && status < 300;
}

/** Names this program to the servers that it calls. */
export const USER_AGENT = "Oshibase-Webhooks/1";

/** The format `standard`: signed JSON, as Standard Webhooks asks. */
export const STANDARD: Format = {
  requests: 1,
  /** The answer has to hold the challenge: an address that answers anything to anybody is not asked for. */
  proof({ clock, random }, target, isOwn) {
    const challenge = random.bytes(18).toBase64({ alphabet: "base64url" });
    const id = `verify_${challenge.slice(0, 12)}`;
    return {
      request: ownRequest(target, id, "webhook.verify", { challenge }, clock.now()),
      isGiven: ({ text }) => isOwn || text.includes(challenge),
    };
  },
  test: ({ record, target }, _group, id, now) =>
    ownRequest(target, id, "webhook.test", { webhook: record.id }, now),
  async send({ clock, outbound }, { record, target }, { seq, value }, signal) {
    const { type, at, group, data } = value;
    const body = JSON.stringify({ type, timestamp: at, id: String(seq), group, data });
    const request = signedRequest(target, messageId(record.id, seq), body, clock.now());
    return sentBy(await exchange(outbound, { ...request, signal }), clock.now());
  },
};

/** The `webhook-id` of an event for a webhook: the same for each attempt. */
export function messageId(webhookId: string, seq: number): string {
  return `${webhookId}_${seq}`;
}

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
