/**
 * This room posts uses to Discord, as messages within its limits.
 *
 * @module
 */

import type { Clock } from "../../../platform/clock.ts";
import type { Net } from "../../../platform/net.ts";
import { createMessagePlanner, dueAt, roomFor } from "./plan_messages.ts";
import { createPostOnce, type Posted } from "../post_once.ts";
import { askedPauseMs, type PostOutcome, retryAfterPauseMs, type Sink } from "../sink.ts";

/**
 * The wait after a 429 without a time: such a 429 comes not from Discord, but from a proxy before it.
 */
const UNSAID_PAUSE_MS = 60_000;
/** The address is gone (404), or its secret is wrong or shut out (401, 403). */
const SHUT: readonly number[] = [401, 403, 404, 410];

/** What the chat sink works with. */
export interface DiscordDeps {
  readonly net: Net;
  readonly clock: Clock;
  /** The setting AUDIT_WEBHOOK_URL: a secret, never logged. */
  readonly url: string;
}

/** The administrative chat channel: a Discord webhook. Throws TypeError for a bad address. */
export function createDiscordSink({ net, clock, url }: DiscordDeps): Sink {
  const address = executeAddress(url);
  const postOnce = createPostOnce({ net, clock });
  return {
    name: "discord",
    // Discord takes 5 in 2 s and 30 a minute; a little less, because its clock is not ours.
    pace: [{ posts: 4, withinMs: 2_000 }, { posts: 27, withinMs: 60_000 }],
    remembers: true,
    due: dueAt,
    room: roomFor,
    planner: createMessagePlanner,
    async post({ body }, signal) {
      const headers = { "content-type": "application/json" };
      return outcomeOf(await postOnce({ url: address, headers, body }, signal), clock);
    },
  };
}

/** With `wait=true` Discord answers once the message is saved, so that a success is one. */
function executeAddress(url: string): string {
  if (!URL.canParse(url)) {
    throw new TypeError(
      "Cannot use AUDIT_WEBHOOK_URL: expected an address that begins with https://",
    );
  }
  const address = new URL(url);
  address.searchParams.set("wait", "true");
  return address.href;
}

function outcomeOf(posted: Posted, clock: Clock): PostOutcome {
  if (posted.answer === null) return { kind: "failed", reason: posted.reason };
  const { status, headers, text } = posted.answer;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "sent", pauseMs: pauseAfter(headers) };
  if (status === 429) return { kind: "wait", pauseMs: pauseOf429(headers, text, clock) };
  if (SHUT.includes(status)) return { kind: "stop", reason };
  if (status >= 500 || status < 400 || status === 408) return { kind: "failed", reason };
  return { kind: "refused", reason: `${reason}, code ${codeOf(text)}` };
}

/**
 * Discord's own number for what is wrong. The rest of the answer is not logged: it may repeat the
 * address.
 */
function codeOf(text: string): string {
  const code: unknown = fieldOf(text, "code");
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
  return askedPauseMs(fieldOf(text, "retry_after")) ??
    retryAfterPauseMs(headers, clock) ??
    UNSAID_PAUSE_MS;
}

function fieldOf(text: string, name: "code" | "retry_after"): unknown {
  try {
    return JSON.parse(text)[name] ?? null;
  } catch {
    return null;
  }
}
