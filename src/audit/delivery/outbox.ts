/**
 * This room posts the recorded uses to sinks, each at least once and in order.
 *
 * @module
 */

import { createLoop } from "../../shared_state/loop.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvEntry } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import { processName, type Random } from "../../platform/random.ts";
import { type Chain, GENESIS, type Head } from "../record/chain.ts";
import { AUDIT_HEAD, auditCursorKey, FORGOTTEN_REVISION } from "../../platform/store_keys.ts";
import type { StoredHead } from "../record/stored_heads.ts";
import { type Cursor, CURSOR_START, planAgain, sensible } from "./cursor.ts";
import { createOutboxHealth, type Health } from "./outbox_health.ts";
import { decideOutboxStep } from "./outbox_step.ts";
import { createPostNext, type SeenVersions } from "./post_next.ts";
import type { Sink } from "./sink.ts";

/** After the first use, a moment for those that come with it. */
const GATHER_MS = 250;
/** The distance between two looks. */
const STEP_MS = 20;

/** What an outbox works with. */
export interface OutboxDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: Chain;
  readonly sink: Sink;
}

/** The state of the delivery, for `/status`. */
export interface OutboxState {
  readonly sink: string;
  /** Uses on record that were not posted at the last look. */
  readonly waiting: number;
  readonly state: Health;
}

/**
 * Tells one sink what is on record, at least once, in order, from where it was left off. Its place is
 * one entry in the store, which all processes share: whoever posts claims it for 15 s by
 * compare-and-set, posts one message, then advances it.
 */
export interface Outbox {
  /** There may be something to tell; cheap. Call it at the start and after each commit of the record. */
  wake(): void;
  state(): OutboxState;
  /** Ends after the message that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/** Creates the outbox of this process for one sink; it does nothing before {@linkcode Outbox.wake}. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { kv, clock, random, log, sink } = deps;
  const holder = processName(random);
  const cursorKey = auditCursorKey(sink.name);
  const health = createOutboxHealth(log, sink.name);
  const options = {
    gatherMs: GATHER_MS,
    away: "The store is away, and what is to be told waits",
    fields: { sink: sink.name },
  };
  const loop = createLoop(deps, options, look);
  const postNext = createPostNext({
    ...deps,
    cursorKey,
    holder,
    signal: loop.signal,
    posted: (outcome, isPlain) => health.posted(outcome, waiting, isPlain),
  });
  let waiting = 0;

  /** Posts one message if there is one and its time has come; when to look again, null: when woken. */
  async function look(): Promise<number | null> {
    if (health.state === "stopped") return null;
    const [headEntry, entry, { version: forgets }] = await kv.getMany<unknown>([
      ...[AUDIT_HEAD, cursorKey, FORGOTTEN_REVISION],
    ]) as [KvEntry, KvEntry, KvEntry];
    const recorded = (headEntry.value as StoredHead | null) ?? GENESIS;
    const now = clock.now();
    const stored = (entry as KvEntry<Cursor>).value ?? CURSOR_START;
    const cursor = planAgain(sensible(stored, now), forgets);
    waiting = Math.max(0, recorded.seq - cursor.told);
    if (recorded.seq < cursor.told) health.recordIsShort(recorded.seq, cursor.told);
    const chance = random.fraction();
    const step = decideOutboxStep(cursor, { waiting, holder, sink, now, chance });
    if (step.kind === "post") {
      return await post(cursor, { version: entry.version, forgets }, recorded);
    }
    return step.kind === "look" ? step.at : null;
  }

  async function post(cursor: Cursor, seen: SeenVersions, recorded: Head): Promise<number> {
    const isMine = await postNext(cursor, seen, recorded);
    return clock.now() + (isMine ? STEP_MS : random.fraction() * GATHER_MS);
  }

  const state = () => ({ sink: sink.name, waiting, state: health.state });
  return { wake: loop.wake, state, close: loop.close };
}
