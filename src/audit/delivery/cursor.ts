import type { Sent } from "../../delivery/endpoint.ts";
import { getAll, type Kv } from "../../platform/kv.ts";
import { knownTokenKey } from "../../platform/store_keys.ts";
import { type Claim, clampFuture, MAX_SKEW_MS, UNCLAIMED } from "../../shared_state/claim.ts";
import { retryDelayMs } from "../../shared_state/loop.ts";
import type { RecordedUse } from "../entries/use.ts";
import { GENESIS, type Head, type ToldMark } from "../record/chain.ts";
import { readChunks, readEntries } from "../record/read_record.ts";
import type { KnownToken, MessagePlan, PaceBound, Sink } from "./sink.ts";

/** How far one sink has posted the record; the only thing its processes share. */
export interface Cursor extends ToldMark, Claim {
  /** The uses being posted now; null between batches. */
  readonly batch: BatchMark | null;
  /** When the last messages were posted: what the sink's pace allows next depends on them. */
  readonly posts: readonly number[];
  /** No post before this instant: the sink said so, or failed. */
  readonly retryAt: number;
  /** Posts that failed in a row. */
  readonly failures: number;
  readonly batchAt: number;
  /** When the last batch began that had to be folded into digests. */
  readonly foldedAt: number;
}

/** A batch in progress. The process that goes on with it plans it again, and alike. */
interface BatchMark {
  /** Number of its last use; it begins after `told`. */
  readonly until: number;
  /** What {@linkcode Sink.room} allowed when it began. */
  readonly room: number;
  /** Messages already posted. */
  readonly sent: number;
  /** The next message was refused in its full form. */
  readonly plain: boolean;
  /** The version of `FORGOTTEN_REVISION` as of which it was planned; absent where there was none. */
  readonly forgets?: string | null;
}

/** The cursor of a sink that has posted nothing yet. */
export const CURSOR_START: Cursor = {
  told: GENESIS.seq,
  head: GENESIS.link,
  seal: "",
  batch: null,
  ...UNCLAIMED,
  posts: [],
  retryAt: 0,
  failures: 0,
  batchAt: 0,
  foldedAt: 0,
};

/** The longest that a sink can ask for. */
const MAX_PAUSE_MS = 3_600_000;
const REFUSED_PAUSE_MS = 250;

/** The cursor without instants that are too far ahead: the clock was set back since. */
export function clampInstants(cursor: Cursor, now: number): Cursor {
  const latest = now + MAX_SKEW_MS;
  return {
    ...cursor,
    posts: cursor.posts.filter((at) => at <= latest),
    batchAt: clampFuture(cursor.batchAt, latest),
    foldedAt: clampFuture(cursor.foldedAt, latest),
    retryAt: clampFuture(cursor.retryAt, latest + MAX_PAUSE_MS),
  };
}

/**
 * The cursor with a batch that begins again where somebody was forgotten since it began: its messages are
 * other ones then, and where one ends and the next begins is no longer the same.
 */
export function planAgain(cursor: Cursor, forgets: string | null): Cursor {
  const { batch } = cursor;
  if (batch === null || (batch.forgets ?? null) === forgets) return cursor;
  return { ...cursor, batch: { ...batch, sent: 0, plain: false, forgets } };
}

/** When the next message may be posted, epoch ms; `waiting`: uses on record that were not posted. */
export function postableAt(
  { batch, batchAt, foldedAt, posts, retryAt }: Cursor,
  waiting: number,
  sink: Pick<Sink, "due" | "pace">,
): number {
  const due = batch === null ? sink.due(waiting, batchAt, foldedAt) : 0;
  return Math.max(due, retryAt, nextPostAt(posts, sink.pace));
}

/** The cursor while the next message of `plan` is posted. */
export function posting(
  cursor: Cursor,
  { until, room, forgets }: BatchPlan,
  sink: Sink,
  now: number,
): Cursor {
  return {
    ...cursor,
    batch: cursor.batch ?? { until: until.seq, room, sent: 0, plain: false, forgets },
    batchAt: cursor.batch === null ? now : cursor.batchAt,
    // Noted before the post, so that a process that dies meanwhile has not posted in secret.
    posts: [...recentPosts(cursor.posts, sink.pace, now), now],
  };
}

/** The cursor after a post that did not arrive. */
export function postponed(
  cursor: Cursor,
  outcome: Exclude<Sent, { kind: "sent" }>,
  now: number,
  chance: number,
): Cursor {
  if (outcome.kind === "later" && outcome.waitMs !== undefined) {
    return { ...cursor, retryAt: now + outcome.waitMs };
  }
  if (outcome.kind === "refused" && cursor.batch !== null) {
    return { ...cursor, batch: { ...cursor.batch, plain: true }, retryAt: now + REFUSED_PAUSE_MS };
  }
  const failures = cursor.failures + 1;
  return { ...cursor, failures, retryAt: now + retryDelayMs(failures, chance) };
}

/** The cursor after a post that arrived; `sentSeal` seals the new place once the batch is through. */
export function advanced(
  cursor: Cursor,
  { plan, until }: BatchPlan,
  retryAt: number,
  sentSeal: () => string,
): Cursor {
  const arrived = { ...cursor, failures: 0, retryAt };
  const sent = cursor.batch!.sent + 1;
  if (sent < plan.messages.length) {
    return { ...arrived, batch: { ...cursor.batch!, sent, plain: false } };
  }
  return {
    ...arrived,
    told: until.seq,
    head: until.link,
    seal: sentSeal(),
    batch: null,
    foldedAt: plan.folded ? cursor.batchAt : cursor.foldedAt,
  };
}

/** The earliest instant at which one more post keeps all bounds; `posts` in ascending order. */
function nextPostAt(posts: readonly number[], pace: readonly PaceBound[]): number {
  const instants = pace.map((bound) => {
    const opening = posts.at(-bound.posts);
    return opening === undefined ? 0 : opening + bound.withinMs;
  });
  return Math.max(0, ...instants);
}

/** The posts that still matter to the pace at `now`. */
function recentPosts(posts: readonly number[], pace: readonly PaceBound[], now: number) {
  const longest = Math.max(...pace.map(({ withinMs }) => withinMs));
  return posts.filter((at) => at > now - longest);
}

/** A batch of entries to be posted, and its messages. */
export interface BatchPlan {
  /** The last entry that the sink was sent. */
  readonly sent: Head;
  readonly until: Head;
  readonly room: number;
  readonly plan: MessagePlan;
  /** The version of `FORGOTTEN_REVISION` that was seen before. */
  readonly forgets: string | null;
  /** Entries between `sent` and `until` that are not on record, or cannot be read. */
  readonly missing: number;
}

interface BatchRequest extends Pick<BatchPlan, "sent" | "room" | "forgets"> {
  readonly kv: Kv;
  readonly sink: Sink;
  readonly recorded: Head;
  /** End of a batch that was begun before; null: as many as the sink takes. */
  readonly until: number | null;
}

/** Reads the uses after `sent`, whole chunks at a time, and plans their messages. */
export async function planBatch(
  { kv, sink, sent, recorded, room, until: begunUntil, forgets }: BatchRequest,
): Promise<BatchPlan> {
  const known = new Map<string, KnownToken>();
  const planner = sink.planner(known, room);
  const limit = begunUntil ?? recorded.seq;
  let end: Head = sent;
  let read = 0;
  for await (const { chunk } of readChunks(kv, sent.seq)) {
    if (begunUntil === null && planner.full()) break;
    if (chunk !== null && chunk.first > limit) break;
    const lines = chunk?.lines.filter(({ seq }) => seq > end.seq && seq <= limit) ?? [];
    if (chunk === null || lines.length === 0) continue;
    const found = await readEntries(kv, [{ ...chunk, lines }]);
    const uses = found.flatMap((entry) => entry.kind === "use" ? [entry.use] : []);
    if (sink.remembers) await learn(kv, sink.name, uses, known);
    for (const entry of found) {
      if (entry.kind === "use") planner.add(entry.use);
      else planner.addAct?.(entry.act);
    }
    read += found.length;
    end = { seq: lines.at(-1)!.seq, link: lines.at(-1)!.link };
  }
  // What cannot be read is passed over, or it would be read again forever.
  const cutShort = begunUntil !== null || !planner.full();
  const until = cutShort && end.seq < limit ? { seq: limit, link: recorded.link } : end;
  const range = { from: sent.seq + 1, until: until.seq, head: until.link };
  const missing = until.seq - sent.seq - read;
  return { sent, until, room, plan: planner.finish(range), missing, forgets };
}

/** A cursor's position: the chain's beginning before anything was posted. */
export function sentHead(cursor: { told: number; head: string }): Head {
  return cursor.told === 0 ? GENESIS : { seq: cursor.told, link: cursor.head };
}

/** Looks up what is remembered of the tokens that are new to `known`, ten at a time. */
async function learn(
  kv: Kv,
  sink: string,
  uses: readonly RecordedUse[],
  known: Map<string, KnownToken>,
): Promise<void> {
  const ids = [...new Set(uses.map((use) => use.token_id))].filter((id) => !known.has(id));
  const entries = await getAll<KnownToken>(kv, ids.map((id) => knownTokenKey(sink, id)));
  entries.forEach(({ value }, place) => {
    known.set(ids[place]!, value ?? { lastAt: -Infinity, addresses: [] });
  });
}
