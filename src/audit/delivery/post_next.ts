import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvKey, KvWrite } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { Chain, Head } from "../record/chain.ts";
import { FORGOTTEN_REVISION, knownTokenKey } from "../../platform/store_keys.ts";
import { type BatchPlan, planBatch, toldHead } from "./batch_plan.ts";
import { advanced, claimed, type Cursor, postponed } from "./cursor.ts";
import type { PostOutcome } from "../../delivery/post.ts";
import type { Sink } from "./sink.ts";

/** What is remembered of a token that is not used goes after so long. */
const KNOWN_FOR_MS = 90 * 86_400_000;

/** What posting works with. */
export interface PostDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: Chain;
  readonly sink: Sink;
  /** The key of the cursor. */
  readonly cursorKey: KvKey;
  /** This process's name in the cursor. */
  readonly holder: string;
  /** Ends a post that is under way. */
  readonly signal: AbortSignal;
  /** Called with the outcome of each post; `isPlain`: it went without what callers wrote. */
  posted(outcome: PostOutcome, isPlain: boolean): void;
}

/** The versions of what a post is decided by. */
export interface SeenVersions {
  /** Of the cursor. */
  readonly version: string | null;
  /** Of `FORGOTTEN_REVISION`. */
  readonly forgets: string | null;
}

/**
 * Posts the next message of a sink: claims the cursor by compare-and-set, posts, advances it. Resolves
 * with false where another process has claimed the cursor, or somebody was forgotten meanwhile.
 */
export type PostNext = (
  cursor: Cursor,
  seen: SeenVersions,
  recorded: Head,
) => Promise<boolean>;

/** Creates the poster of one sink; it keeps a batch's plan from one message to the next. */
export function createPostNext(deps: PostDeps): PostNext {
  const { kv, clock, random, log, chain, sink, cursorKey } = deps;
  let planned: BatchPlan | null = null;

  async function postNext(
    cursor: Cursor,
    { version, forgets }: SeenVersions,
    recorded: Head,
  ): Promise<boolean> {
    const batch = await planFor(cursor, recorded, forgets);
    const held = claimed(cursor, batch, deps.holder, sink, clock.now());
    const nobodyForgotten = { key: FORGOTTEN_REVISION, version: forgets };
    const mine = await kv.commit([{ key: cursorKey, version }, nobodyForgotten], [
      { set: cursorKey, value: held },
    ]);
    if (mine === null) return false;
    const outcome = await post(held, batch);
    // Before the cursor is written: a sink that is gone is not posted to again, also when that fails.
    deps.posted(outcome, held.batch!.plain);
    const isMine = { key: cursorKey, version: mine };
    const [set, ...learned] = writesAfter(held, batch, outcome);
    const done = await kv.commit([isMine, nobodyForgotten], [set, ...learned]);
    // What was learned of somebody who was forgotten meanwhile is not kept.
    if (done === null) await kv.commit([isMine], [set]);
    return true;
  }

  async function planFor(
    cursor: Cursor,
    recorded: Head,
    forgets: string | null,
  ): Promise<BatchPlan> {
    const told = toldHead(cursor);
    const { batch } = cursor;
    if (isPlanned(cursor, told) && planned!.forgets === forgets) return planned!;
    const room = batch?.room ?? sink.room(cursor.batchAt, clock.now());
    const until = batch?.until ?? null;
    planned = await planBatch({ kv, sink, told, recorded, room, until, forgets });
    const { missing } = planned;
    if (missing > 0) {
      const fields = { sink: sink.name, after: told.seq, missing };
      log.error("Uses went from the record before they were told: run audit verify", fields);
    }
    return planned;
  }

  function isPlanned({ batch }: Cursor, told: Head): boolean {
    return planned !== null && batch !== null && planned.told.link === told.link &&
      planned.until.seq === batch.until && planned.room === batch.room;
  }

  async function post({ batch }: Cursor, { plan }: BatchPlan): Promise<PostOutcome> {
    const message = plan.messages[batch!.sent];
    if (message === undefined) return { kind: "sent", pauseMs: 0 };
    const body = batch!.plain ? message.plain ?? message.body : message.body;
    return await sink.post({ ...message, body }, deps.signal);
  }

  function writesAfter(
    cursor: Cursor,
    batch: BatchPlan,
    outcome: PostOutcome,
  ): [KvWrite, ...KvWrite[]] {
    const now = clock.now();
    if (outcome.kind !== "sent") {
      return [{ set: cursorKey, value: postponed(cursor, outcome, now, random.fraction()) }];
    }
    const { seq, link } = batch.until;
    const retryAt = outcome.pauseMs > 0 ? now + outcome.pauseMs : 0;
    const seal = () => chain.seal("told", sink.name, seq, link);
    const next = advanced(cursor, batch, retryAt, seal);
    const set = { set: cursorKey, value: next };
    if (next.batch !== null) return [set];
    planned = null;
    return [set, ...knownTokens(batch)];
  }

  function knownTokens({ plan }: BatchPlan): KvWrite[] {
    return [...plan.learned()].map(([id, value]) => ({
      set: knownTokenKey(sink.name, id),
      value,
      expireInMs: KNOWN_FOR_MS,
    }));
  }

  return postNext;
}
