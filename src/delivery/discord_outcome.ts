import type { Clock } from "../platform/clock.ts";
import { askedPauseMs, type PostOutcome, retryAfterPauseMs } from "./outcome.ts";
import type { Posted } from "./post_once.ts";

/**
 * The wait after a 429 without a time: such a 429 comes not from Discord, but from a proxy before it.
 */
const UNSAID_PAUSE_MS = 60_000;
/** The address is gone (404), or its secret is wrong or shut out (401, 403). */
const SHUT: readonly number[] = [401, 403, 404, 410];

/** What Discord's answer to a message means. */
export function discordOutcome(posted: Posted, clock: Clock): PostOutcome {
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
