import { Buffer } from "node:buffer";
import type { Clock } from "../platform/clock.ts";
import type { Sent } from "./endpoint.ts";
import { createMac } from "../toolbox/mac.ts";
import {
  createOutboundFetch,
  type OutboundDeps,
  OutboundError,
  type OutboundResponse,
  retryAfterMs,
} from "../platform/outbound_fetch.ts";

/** Shorter than a claim on the cursor, so that no other process posts the same meanwhile. */
const TIMEOUT_MS = 10_000;
/** Of an answer; Discord's error objects are far smaller. */
const MAX_BYTES = 16_384;

/** The wait after a 429 that names none: one of Discord's names one, one of a proxy before it may not. */
const UNSAID_PAUSE_MS = 60_000;
/** The address is gone (404, and 410 by Standard Webhooks), or its secret is wrong or shut out. */
const SHUT: readonly number[] = [401, 403, 404, 410];

/** What to post, and where. */
interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The server's answer, or why there is none: in words that never hold the address. */
type Posted =
  | { readonly answer: OutboundResponse }
  | { readonly answer: null; readonly reason: string };

/** Posts once, for at most 10 s. Never rejects. */
type PostOnce = (post: Post, signal: AbortSignal) => Promise<Posted>;

/** Makes the client of the sinks, to which a status of any kind is an answer. */
export function createPostOnce(deps: OutboundDeps): PostOnce {
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, excess: "truncate" } as const;
  const outbound = createOutboundFetch(deps, options);
  return async function postOnce(post, signal) {
    try {
      // Only of a failure is the body read: a success must not fail while we read it.
      const onHead = ({ status }: { readonly status: number }) => status < 200 || status > 299;
      return { answer: await outbound({ ...post, method: "POST", signal, onHead }) };
    } catch (error) {
      return { answer: null, reason: signal.aborted ? "ended early" : reasonOf(error) };
    }
  };
}

function reasonOf(error: unknown): string {
  const timedOut = error instanceof OutboundError && error.fault === "timeout";
  return timedOut ? `no answer in ${TIMEOUT_MS} ms` : "cannot connect";
}

/** A pause that a server asked for in seconds, in milliseconds: between 1 s and 1 h. */
export function askedPauseMs(seconds: unknown): number | null {
  const asked = Number(seconds);
  if (seconds === null || seconds === "" || !Number.isFinite(asked)) return null;
  return Math.min(3_600_000, Math.max(1_000, Math.ceil(asked * 1_000)));
}

/** The pause that `Retry-After` asks for, in milliseconds; null where it asks for none. */
function retryAfterPauseMs(headers: Headers, clock: Clock): number | null {
  const waitMs = retryAfterMs(headers, clock.now());
  return waitMs === undefined ? null : askedPauseMs(waitMs / 1_000);
}

/** What came of posting JSON to an address, by the status of its answer. */
export function webhookOutcome(posted: Posted, clock: Clock): Sent {
  if (posted.answer === null) return { kind: "later", reason: posted.reason };
  const { status, headers } = posted.answer;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "sent", pauseMs: 0 };
  if (SHUT.includes(status)) return { kind: "gone", reason };
  const asked = retryAfterPauseMs(headers, clock);
  if (status === 429) return { kind: "later", reason, waitMs: asked ?? UNSAID_PAUSE_MS };
  return { kind: "later", reason, ...(asked !== null && { waitMs: asked }) };
}

/** What Discord's answer to a message means. */
export function discordOutcome(posted: Posted, clock: Clock): Sent {
  if (posted.answer === null) return { kind: "later", reason: posted.reason };
  const { status, headers, text } = posted.answer;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "sent", pauseMs: pauseAfter(headers) };
  if (status === 429) return { kind: "later", reason, waitMs: pauseOf429(headers, text, clock) };
  if (SHUT.includes(status)) return { kind: "gone", reason };
  if (status >= 500 || status < 400 || status === 408) return { kind: "later", reason };
  return { kind: "refused", reason: `${reason}, code ${codeOf(text)}` };
}

/**
 * Discord's own number for what is wrong. The rest of the answer is not logged: it may repeat the
 * address.
 */
function codeOf(text: string): string {
  const code = jsonField(text, "code");
  return Number.isSafeInteger(code) ? String(code) : "unknown";
}

/**
 * Where this was the last post that its bucket held, Discord's answer gives the time when the bucket
 * is full again.
 */
function pauseAfter(headers: Headers): number {
  if (headers.get("x-ratelimit-remaining") !== "0") return 0;
  return askedPauseMs(headers.get("x-ratelimit-reset-after")) ?? 0;
}

function pauseOf429(headers: Headers, text: string, clock: Clock): number {
  return askedPauseMs(jsonField(text, "retry_after")) ??
    retryAfterPauseMs(headers, clock) ??
    UNSAID_PAUSE_MS;
}

/** A field of an answer in JSON; null where it has none, or is not JSON. */
export function jsonField(text: string, name: string): unknown {
  try {
    return JSON.parse(text)[name] ?? null;
  } catch {
    return null;
  }
}

/**
 * The address at which a Discord webhook takes messages. With `wait=true` Discord answers once the message
 * is saved, so that a success is one.
 */
export function discordExecuteUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set("wait", "true");
  return address.href;
}

/**
 * The bytes of a secret in the form `whsec_<base64>`; undefined for any other form (Standard Webhooks
 * 1.0, "Signature scheme").
 */
export function webhookKey(secret: string): Uint8Array | undefined {
  const encoded = secret.replace(/^whsec_/, "");
  const key = Buffer.from(encoded, "base64");
  return key.length > 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded) ? key : undefined;
}

/** The headers of Standard Webhooks for a body that is sent at `timestamp`, in epoch seconds. */
export function signedHeaders(
  key: Uint8Array,
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const mac = createMac(key)(`${id}.${timestamp}.${body}`);
  const signature = Buffer.from(mac, "base64url").toString("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
