import type { Clock } from "../platform/clock.ts";
import { type PostOutcome, retryAfterPauseMs } from "./outcome.ts";
import type { Posted } from "./post_once.ts";

const UNSAID_PAUSE_MS = 60_000;
/** The address is gone (404, and 410 by Standard Webhooks), or shut (401, 403). */
const SHUT: readonly number[] = [401, 403, 404, 410];

/** What came of posting JSON to an address, by the status of its answer. */
export function webhookOutcome(posted: Posted, clock: Clock): PostOutcome {
  if (posted.answer === null) return { kind: "failed", reason: posted.reason };
  const { status, headers } = posted.answer;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "sent", pauseMs: 0 };
  if (SHUT.includes(status)) return { kind: "stop", reason };
  const asked = retryAfterPauseMs(headers, clock);
  if (status === 429) return { kind: "wait", pauseMs: asked ?? UNSAID_PAUSE_MS };
  return asked === null ? { kind: "failed", reason } : { kind: "wait", pauseMs: asked };
}
