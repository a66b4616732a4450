import { Buffer } from "node:buffer";
import { type Clock, sleep } from "../../platform/clock.ts";
import type { Kv, KvEntry, KvWrite } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { type BatchPlan, planBatch, toldHead } from "./batch_plan.ts";
import { type Chain, GENESIS, type Head } from "../record/chain.ts";
import { type Cursor, CURSOR_START } from "./cursor.ts";
import { advanced, backOffMs, claimed, postponed, sensible } from "./cursor.ts";
import { nextPostAt } from "./cursor.ts";
import { CURSORS, HEAD, KNOWN, type StoredHead } from "../record/record_keys.ts";
import type { Outcome, Sink } from "./sink.ts";

/** After the first use, a moment for those that come with it. */
const GATHER_MS = 250;
/** How often to look for what a process that died has left, when nothing else wakes us. Reads only. */
const PATROL_MS = 30_000;
/** Between two looks at the least. */
const STEP_MS = 20;
/** A post that is under way when the program ends gets so long to finish. */
const CLOSE_WITHIN_MS = 2_000;
/** What is remembered of a token that is not used goes after so long. */
const KNOWN_FOR_MS = 90 * 86_400_000;

/** What an outbox works with. */
export interface OutboxDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: Chain;
  readonly sink: Sink;
}

/** How telling stands, for `/status`. */
export interface OutboxState {
  readonly sink: string;
  /** Uses on record that were not told when we last looked. */
  readonly waiting: number;
  readonly state: "ok" | "failing" | "stopped";
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
export function createOutbox({ kv, clock, random, log, chain, sink }: OutboxDeps): Outbox {
  const me = Buffer.from(random.bytes(9)).toString("base64url");
  const place = [...CURSORS, sink.name];
  const ending = new AbortController();
  let cancelTimer = () => {};
  let running: Promise<void> | null = null;
  let idle = true;
  let woken = false;
  let storeFailures = 0;
  let waiting = 0;
  let health: OutboxState["state"] = "ok";
  let planned: BatchPlan | null = null;

  const over = () => ending.signal.aborted || health === "stopped";

  function wake(): void {
    woken = true;
    if (!idle || running !== null || over()) return;
    idle = false;
    lookAt(clock.now() + GATHER_MS);
  }

  function lookAt(at: number): void {
    cancelTimer();
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => {
      running = lookOnce().finally(() => running = null);
    });
  }

  async function lookOnce(): Promise<void> {
    woken = false;
    const next = await look().then(
      (at) => {
        storeFailures = 0;
        return at;
      },
      storeAway,
    );
    if (over()) return;
    idle = next === null && !woken;
    if (next !== null) lookAt(next);
    else lookAt(clock.now() + (woken ? GATHER_MS : PATROL_MS * (0.8 + 0.4 * random.fraction())));
  }

  function storeAway(error: unknown): number {
    if (storeFailures++ === 0) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn("The store is away, and what is to be told waits", {
        sink: sink.name,
        error: reason,
      });
    }
    return clock.now() + backOffMs(storeFailures, random.fraction());
  }

  /** Posts one message if there is one and its time has come; when to look again, null: when woken. */
  async function look(): Promise<number | null> {
    const [headEntry, entry] = await kv.getMany<unknown>([HEAD, place]);
    const recorded = (headEntry!.value as StoredHead | null) ?? GENESIS;
    const now = clock.now();
    const cursor = sensible((entry as KvEntry<Cursor>).value ?? CURSOR_START, now);
    waiting = Math.max(0, recorded.seq - cursor.told);
    if (recorded.seq < cursor.told) alarmOnce(recorded.seq, cursor.told);
    if (waiting === 0) return null;
    if (cursor.holder !== "" && cursor.holder !== me && cursor.heldUntil > now) {
      return cursor.heldUntil + random.fraction() * 1_000;
    }
    const at = postableAt(cursor);
    return at > now ? at : await tell(cursor, entry!.version, recorded);
  }

  function postableAt(cursor: Cursor): number {
    const { batch, batchAt, foldedAt, posts, retryAt } = cursor;
    const due = batch === null ? sink.due(waiting, batchAt, foldedAt) : 0;
    return Math.max(due, retryAt, nextPostAt(posts, sink.pace));
  }

  async function tell(cursor: Cursor, version: string | null, recorded: Head): Promise<number> {
    const batch = await planFor(cursor, recorded);
    const held = claimed(cursor, batch, me, sink, clock.now());
    const mine = await kv.commit([{ key: place, version }], [{ set: place, value: held }]);
    if (mine === null) return clock.now() + random.fraction() * GATHER_MS;
    const outcome = await post(held, batch);
    report(outcome, held);
    await kv.commit([{ key: place, version: mine }], after(held, batch, outcome));
    return clock.now() + STEP_MS;
  }

  /** The plan of the batch that the cursor stands in; kept from one message to the next. */
  async function planFor(cursor: Cursor, recorded: Head): Promise<BatchPlan> {
    const told = toldHead(cursor);
    const { batch } = cursor;
    const same = planned !== null && batch !== null && planned.told.link === told.link &&
      planned.until.seq === batch.until && planned.room === batch.room;
    if (same) return planned!;
    const room = batch?.room ?? sink.room(cursor.batchAt, clock.now());
    planned = await planBatch({ kv, sink, told, recorded, room, until: batch?.until ?? null });
    const { missing } = planned;
    if (missing > 0) {
      const fields = { sink: sink.name, after: told.seq, missing };
      log.error("Uses went from the record before they were told: run audit verify", fields);
    }
    return planned;
  }

  async function post({ batch }: Cursor, { plan }: BatchPlan): Promise<Outcome> {
    const message = plan.messages[batch!.sent];
    if (message === undefined) return { kind: "sent", pauseMs: 0 };
    const body = batch!.plain ? message.plain ?? message.body : message.body;
    return await sink.post({ ...message, body }, ending.signal);
  }

  function after(cursor: Cursor, batch: BatchPlan, outcome: Outcome): KvWrite[] {
    const now = clock.now();
    if (outcome.kind !== "sent") {
      return [{ set: place, value: postponed(cursor, outcome, now, random.fraction()) }];
    }
    const { seq, link } = batch.until;
    const retryAt = outcome.pauseMs > 0 ? now + outcome.pauseMs : 0;
    const seal = () => chain.seal("told", sink.name, seq, link);
    const next = advanced(cursor, batch, retryAt, seal);
    const set = { set: place, value: next };
    if (next.batch !== null) return [set];
    planned = null;
    return [set, ...memories(batch)];
  }

  function memories({ plan }: BatchPlan): KvWrite[] {
    return [...plan.learned()].map(([id, value]) => ({
      set: [...KNOWN, sink.name, id],
      value,
      expireInMs: KNOWN_FOR_MS,
    }));
  }

  function report(outcome: Outcome, cursor: Cursor): void {
    const fields = { sink: sink.name, waiting };
    if (outcome.kind === "sent") health = "ok";
    else if (outcome.kind === "wait") {
      log.warn("Told too fast, waiting", { ...fields, ms: outcome.pauseMs });
    } else if (outcome.kind === "stop" || (outcome.kind === "refused" && cursor.batch!.plain)) {
      health = "stopped";
      log.error("Uses of priority tokens are no longer told: check the webhook, then start again", {
        ...fields,
        reason: outcome.reason,
      });
    } else {
      if (health === "ok" || outcome.kind === "refused") {
        log.warn("Cannot tell uses of priority tokens, trying again", {
          ...fields,
          reason: outcome.reason,
        });
      }
      health = "failing";
    }
  }

  function alarmOnce(recorded: number, told: number): void {
    if (health === "ok") {
      log.error("The record ends before what was told: run audit verify", { recorded, told });
    }
    health = "failing";
  }

  async function close(): Promise<void> {
    cancelTimer();
    idle = false;
    const forgetTimer = clock.after(CLOSE_WITHIN_MS, () => ending.abort());
    if (running === null) ending.abort();
    else await Promise.race([running, sleep(clock, CLOSE_WITHIN_MS + 1_000)]);
    forgetTimer();
    ending.abort();
    cancelTimer();
  }

  return { wake, state: () => ({ sink: sink.name, waiting, state: health }), close };
}
