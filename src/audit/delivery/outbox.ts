/**
 * This room posts the recorded uses to sinks, each at least once and in order.
 *
 * @module
 */

import type { Sent } from "../../delivery/endpoint.ts";
import type { Env } from "../../platform/env.ts";
import { type KvEntry, type KvWrite, setUntil } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import { processName } from "../../platform/random.ts";
import {
  AUDIT_HEAD,
  auditCursorKey,
  FORGOTTEN_REVISION,
  knownTokenKey,
} from "../../platform/store_keys.ts";
import { CLAIM_MS } from "../../shared_state/claim.ts";
import { createWorker, type Job, type JobResult, OWN_CLAIM } from "../../shared_state/worker.ts";
import { type Chain, GENESIS, type Head, type StoredHead } from "../record/chain.ts";
import {
  advanced,
  type BatchPlan,
  clampInstants,
  type Cursor,
  CURSOR_START,
  planAgain,
  planBatch,
  postableAt,
  posting,
  postponed,
  sentHead,
} from "./cursor.ts";
import type { Sink } from "./sink.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** After the first use, a moment for those that come with it. */
const GATHER_MS = 250;
/** What is remembered of a token that is not used goes after so long. */
const KNOWN_FOR_MS = 90 * DAY_MS;

/** The state of the delivery, for `/status`. */
export interface OutboxState {
  readonly sink: string;
  /** Uses on record that were not posted at the last tick. */
  readonly waiting: number;
  readonly state: Health;
}

interface OutboxView {
  readonly cursor: Cursor;
  /** Of the cursor. */
  readonly version: string | null;
  readonly recorded: Head;
  /** The version of `FORGOTTEN_REVISION`. */
  readonly forgets: string | null;
}

/**
 * Posts to one sink what is on record, at least once, in order, from where it was left off. Its place is
 * one entry in the store, which all processes share: the process that posts claims it for 15 s by
 * compare-and-set, posts one message, then advances it.
 */
export type Outbox = ReturnType<typeof createOutbox>;

/** Creates the outbox of this process for one sink; it does nothing before it is woken. */
export function createOutbox(deps: Env & { readonly chain: Chain; readonly sink: Sink }) {
  const { kv, clock, random, log, chain, sink } = deps;
  const key = auditCursorKey(sink.name);
  const health = new OutboxHealth(log, sink.name);
  const worker = createWorker(deps, {
    holder: processName(random),
    gatherMs: GATHER_MS,
    away: "The store is unreachable, and uses of priority tokens wait",
    fields: { sink: sink.name },
    jobs,
  });
  let waiting = 0;
  /** The plan of a batch, from one message to the next. */
  let planned: BatchPlan | null = null;

  async function* jobs(): AsyncGenerator<Job<Cursor>> {
    if (health.state === "stopped") return;
    const keys = [AUDIT_HEAD, key, FORGOTTEN_REVISION];
    const [head, entry, { version: forgets }] = await kv.getMany<unknown>(keys) as [
      KvEntry<StoredHead>,
      KvEntry<Cursor>,
      KvEntry,
    ];
    const recorded = head.value ?? GENESIS;
    const stored = clampInstants(entry.value ?? CURSOR_START, clock.now());
    const cursor = planAgain(stored, forgets);
    waiting = Math.max(0, recorded.seq - cursor.told);
    if (recorded.seq < cursor.told) health.recordIsShort(recorded.seq, cursor.told);
    if (waiting > 0) yield nextMessage({ cursor, version: entry.version, recorded, forgets });
  }

  function nextMessage(view: OutboxView): Job<Cursor> {
    const { cursor, version, forgets } = view;
    let batch: BatchPlan;
    return {
      kv,
      key,
      value: cursor,
      version,
      dueAt: postableAt(cursor, waiting, sink),
      claimMs: CLAIM_MS,
      ...OWN_CLAIM,
      async prepare() {
        batch = await planFor(view);
        return posting(cursor, batch, sink, clock.now());
      },
      // What was learned of a person who is forgotten meanwhile is not kept.
      checks: [{ key: FORGOTTEN_REVISION, version: forgets }],
      async run(held, signal) {
        const outcome = await post(held, batch, signal);
        // Before the cursor is written: a sink that is gone is not posted to again, also if that fails.
        health.posted(outcome, waiting, held.batch!.plain);
        return resultOf(held, batch, outcome);
      },
    };
  }

  async function planFor({ cursor, recorded, forgets }: OutboxView): Promise<BatchPlan> {
    const sent = sentHead(cursor);
    const { batch } = cursor;
    if (isPlanned(cursor, sent) && planned!.forgets === forgets) return planned!;
    const room = batch?.room ?? sink.room(cursor.batchAt, clock.now());
    const until = batch?.until ?? null;
    planned = await planBatch({ kv, sink, sent, recorded, room, until, forgets });
    const { missing } = planned;
    if (missing > 0) {
      const fields = { sink: sink.name, after: sent.seq, missing };
      log.error("Uses left the record before they were sent: run audit verify", fields);
    }
    return planned;
  }

  function isPlanned({ batch }: Cursor, sent: Head): boolean {
    return planned !== null && batch !== null && planned.sent.link === sent.link &&
      planned.until.seq === batch.until && planned.room === batch.room;
  }

  async function post(
    { batch }: Cursor,
    { plan }: BatchPlan,
    signal: AbortSignal,
  ): Promise<Sent> {
    const message = plan.messages[batch!.sent];
    if (message === undefined) return { kind: "sent", pauseMs: 0 };
    const body = batch!.plain ? message.plain ?? message.body : message.body;
    return await sink.post({ ...message, body }, signal);
  }

  function resultOf(held: Cursor, batch: BatchPlan, outcome: Sent): JobResult<Cursor> {
    const now = clock.now();
    if (outcome.kind !== "sent") {
      const chance = random.fraction();
      return { next: (current) => postponed(current, outcome, now, chance), againAt: now };
    }
    const { seq, link } = batch.until;
    const { pauseMs = 0 } = outcome;
    const retryAt = pauseMs > 0 ? now + pauseMs : 0;
    const seal = () => chain.seal("told", sink.name, seq, link);
    const next = (current: Cursor) => advanced(current, batch, retryAt, seal);
    if (held.batch!.sent + 1 < batch.plan.messages.length) return { next, againAt: now };
    planned = null;
    return { next, also: knownTokens(batch), againAt: now };
  }

  function knownTokens({ plan }: BatchPlan): KvWrite[] {
    const now = clock.now();
    return [...plan.learned()].map(([id, value]) =>
      setUntil(knownTokenKey(sink.name, id), value, now + KNOWN_FOR_MS, now)
    );
  }

  return {
    /** There may be something to post; cheap. Call it at the start and after each commit of the record. */
    wake: worker.wake,
    state: (): OutboxState => ({ sink: sink.name, waiting, state: health.state }),
    /** Ends after the message that is under way, for which it waits 2 s at most. */
    close: worker.close,
  };
}

/** How posting goes; an outbox that is stopped posts no more. */
type Health = "ok" | "failing" | "stopped";

/** Follows how posting to one sink goes, and logs each change once. */
class OutboxHealth {
  state: Health = "ok";
  readonly #log: Log;
  readonly #sink: string;

  constructor(log: Log, sink: string) {
    this.#log = log;
    this.#sink = sink;
  }

  /** `isPlain`: the message was posted without what callers wrote. */
  posted(outcome: Sent, waiting: number, isPlain: boolean): void {
    switch (outcome.kind) {
      case "sent":
        this.state = "ok";
        return;
      case "gone":
        return this.#stop(waiting, outcome.reason);
      case "refused":
        return isPlain
          ? this.#stop(waiting, outcome.reason)
          : this.#fail(waiting, outcome.reason, true);
      case "later":
        if (outcome.waitMs !== undefined) {
          return this.#log.warn("The sink asks for slower posts, waiting", {
            sink: this.#sink,
            waiting,
            ms: outcome.waitMs,
          });
        }
        return this.#fail(waiting, outcome.reason, this.state === "ok");
    }
  }

  #stop(waiting: number, reason: string): void {
    this.state = "stopped";
    this.#log.error(
      "Uses of priority tokens are no longer sent: check the webhook, then start again",
      { sink: this.#sink, waiting, reason },
    );
  }

  #fail(waiting: number, reason: string, isNews: boolean): void {
    this.state = "failing";
    if (!isNews) return;
    const fields = { sink: this.#sink, waiting, reason };
    this.#log.warn("Cannot send uses of priority tokens, trying again", fields);
  }

  /** The record ends before the last use posted: it was cut. */
  recordIsShort(recorded: number, sent: number): void {
    if (this.state === "ok") {
      this.#log.error("The record ends before the last use sent: run audit verify", {
        recorded,
        sent,
      });
    }
    this.state = "failing";
  }
}
