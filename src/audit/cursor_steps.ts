import type { BatchPlan } from "./batch_plan.ts";
import type { Cursor } from "./cursor.ts";
import { recentPosts } from "./pace.ts";
import type { Outcome, Sink } from "./sink.ts";

/** How long a process may take to post one message before another may go on. */
const CLAIM_MS = 15_000;
/** The longest that a sink can ask for. */
const LONGEST_PAUSE_MS = 3_600_000;
/** How much the clocks of two machines may differ. */
const SKEW_MS = 10_000;
const SLOWEST_RETRY_MS = 60_000;
const REFUSED_PAUSE_MS = 250;

/** The cursor without what lies too far ahead: a clock that was set back must not silence us. */
export function sensible(cursor: Cursor, now: number): Cursor {
  const latest = now + SKEW_MS;
  const unless = (at: number, after: number) => at <= after ? at : 0;
  return {
    ...cursor,
    posts: cursor.posts.filter((at) => at <= latest),
    batchAt: unless(cursor.batchAt, latest),
    foldedAt: unless(cursor.foldedAt, latest),
    heldUntil: unless(cursor.heldUntil, latest + CLAIM_MS),
    retryAt: unless(cursor.retryAt, latest + LONGEST_PAUSE_MS),
  };
}

/** The cursor while `holder` posts the next message of `plan`. */
export function claimed(
  cursor: Cursor,
  { until, room }: BatchPlan,
  holder: string,
  sink: Sink,
  now: number,
): Cursor {
  return {
    ...cursor,
    batch: cursor.batch ?? { until: until.seq, room, sent: 0, plain: false },
    batchAt: cursor.batch === null ? now : cursor.batchAt,
    holder,
    heldUntil: now + CLAIM_MS,
    // Noted before the post, so that a process that dies meanwhile has not posted in secret.
    posts: [...recentPosts(cursor.posts, sink.pace, now), now],
  };
}

/** The cursor after a post that did not arrive, free for whoever comes next. */
export function postponed(
  cursor: Cursor,
  outcome: Exclude<Outcome, { kind: "sent" }>,
  now: number,
  chance: number,
): Cursor {
  const free = { ...cursor, holder: "", heldUntil: 0 };
  if (outcome.kind === "wait") return { ...free, retryAt: now + outcome.pauseMs };
  if (outcome.kind === "refused" && cursor.batch !== null) {
    return { ...free, batch: { ...cursor.batch, plain: true }, retryAt: now + REFUSED_PAUSE_MS };
  }
  const failures = cursor.failures + 1;
  return { ...free, failures, retryAt: now + backOffMs(failures, chance) };
}

/** The cursor after a post that arrived; `toldSeal` seals the new place once the batch is through. */
export function advanced(
  cursor: Cursor,
  { plan, until }: BatchPlan,
  retryAt: number,
  toldSeal: () => string,
): Cursor {
  const free = { ...cursor, holder: "", heldUntil: 0, failures: 0, retryAt };
  const sent = cursor.batch!.sent + 1;
  if (sent < plan.messages.length) {
    return { ...free, batch: { ...cursor.batch!, sent, plain: false } };
  }
  const told = { told: until.seq, head: until.link, seal: toldSeal() };
  return {
    ...free,
    ...told,
    batch: null,
    foldedAt: plan.folded ? cursor.batchAt : cursor.foldedAt,
  };
}

/** 1 s, 2 s, 4 s … 60 s; half of it by `chance` (0 to 1), so that processes do not meet again. */
export function backOffMs(failures: number, chance: number): number {
  const longest = Math.min(SLOWEST_RETRY_MS, 1_000 * 2 ** Math.min(10, failures - 1));
  return longest * (0.5 + chance / 2);
}
