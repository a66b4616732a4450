import { Buffer } from "node:buffer";
import type { Sent } from "./endpoint.ts";
import { createMac } from "../toolbox/mac.ts";
import {
  createOutboundFetch,
  type OutboundDeps,
  OutboundError,
  type OutboundResponse,
  type ResponseHead,
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

/**
 * Makes what posts once, for at most 10 s, and judges the answer, at `now`. It never rejects; its reasons
 * never hold the address.
 */
function createPoster(
  deps: OutboundDeps,
  judge: (answer: OutboundResponse, now: number) => Sent,
): (post: Post, signal: AbortSignal) => Promise<Sent> {
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, excess: "truncate" } as const;
  const outbound = createOutboundFetch(deps, options);
  return async function post(post, signal) {
    try {
      // Only of a failure is the body read: a success must not fail while we read it.
      const onHead = (head: ResponseHead) => !isWell(head);
      const answer = await outbound({ ...post, method: "POST", signal, onHead });
      return judge(answer, deps.clock.now());
    } catch (error) {
      return { kind: "later", reason: signal.aborted ? "ended early" : reasonOf(error) };
    }
  };
}

/** Makes what posts to an address of the operator's. */
export function createWebhookPoster(deps: OutboundDeps) {
  return createPoster(deps, webhookSent);
}

/** Makes what posts messages to a Discord webhook. */
export function createDiscordPoster(deps: OutboundDeps, webhook: string) {
  const post = createPoster(deps, discordSent);
  const to = { url: discordExecuteUrl(webhook), headers: { "content-type": "application/json" } };
  return (body: string, signal: AbortSignal): Promise<Sent> => post({ ...to, body }, signal);
}

function isWell({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300;
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

/** What an answer means, by its status. */
function webhookSent({ status, headers }: OutboundResponse, now: number): Sent {
  const reason = `status ${status}`;
  if (isWell({ status, headers })) return { kind: "sent" };
  if (SHUT.includes(status)) return { kind: "gone", reason };
  const askedMs = retryAfterMs(headers, now);
  const waitMs = askedPauseMs(askedMs === undefined ? null : askedMs / 1_000) ??
    (status === 429 ? UNSAID_PAUSE_MS : 0);
  return { kind: "later", reason, waitMs };
}

/** What Discord's answer to a message means. */
function discordSent(answer: OutboundResponse, now: number): Sent {
  const { status, headers, text } = answer;
  const sent = webhookSent(answer, now);
  if (sent.kind === "sent") return { ...sent, pauseMs: pauseAfter(headers) };
  if (sent.kind === "later" && status === 429) {
    const askedMs = askedPauseMs(jsonField(text, "retry_after"));
    return askedMs === null ? sent : { ...sent, waitMs: askedMs };
  }
  if (sent.kind !== "later" || status >= 500 || status < 400 || status === 408) return sent;
  return { kind: "refused", reason: `${sent.reason}, code ${codeOf(text)}` };
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
