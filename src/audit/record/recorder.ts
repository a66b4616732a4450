/**
 * This room writes uses to the store as a sealed chain, and verifies, exports and trims it.
 *
 * @module
 */

import { sleep } from "../../platform/clock.ts";
import { deadline } from "../../platform/deadline.ts";
import type { Env } from "../../platform/env.ts";
import { errorMessage, type Log } from "../../platform/log.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import { type Appender, type Batch, createAppender } from "./appender.ts";
import { createChain } from "./chain.ts";
import { type AuditMode, type CommitPhase, decideCommit, spacedAfter } from "./commit_schedule.ts";
import { newUse, type Use } from "../entries/use.ts";
import { createUseQueue } from "./use_queue.ts";

/** Uses kept in memory at most, while the store is out of reach. */
const MAX_QUEUED = 50_000;
/** A commit that takes longer counts as a store out of reach: an answer waits no longer than this. */
const MAX_WAIT_MS = 250;
/** Bytes of one commit at most; the store takes 800 KiB. */
const MAX_COMMIT_BYTES = 480_000;
/** Tokens of one commit at most: each has a value beside each chunk, and the store takes 1,000 writes. */
const MAX_COMMIT_SUBJECTS = 100;
const MAX_CLOSE_MS = 3_000;

/** A commit without an answer for so long is tried again; it may still land, which does no harm. */
const ATTEMPT_MS = 5_000;
const RETRY: BackOff = { firstMs: 10, maxMs: 2_000 };

/** What a recorder works with. */
export interface RecorderDeps extends Env {
  readonly pepper: string | Uint8Array;
  readonly mode: AuditMode;
  /** Called after each commit: there is something to tell. */
  readonly recorded?: () => void;
}

/** The state of the record, for `/status`. */
export interface RecorderState {
  readonly mode: AuditMode;
  /** Uses in memory that are not on record yet. */
  readonly backlog: number;
  /** Uses that found the memory full and are not on record: 0 unless the store was away for long. */
  readonly lost: number;
  readonly store: "ok" | "down";
}

/** Puts uses on record. */
export interface Recorder {
  /**
   * Puts one use on record; never rejects, never throws.
   *
   * `strict`: resolves once the use is in the store. Where the store has been out of reach for 250 ms it
   * resolves all the same (returns nothing, while that lasts), and the use is kept in memory, with up to
   * 50,000 others, until the store is back.
   *
   * `relaxed`: returns nothing, at once. The loss window: a process that is killed loses what came in
   * during its last 100 ms and one commit, and everything since the store went out of reach.
   */
  record(use: Use): Promise<void> | void;
  state(): RecorderState;
  /** Writes what is in memory, for at most 3 s; afterwards nothing more should be recorded. */
  close(): Promise<void>;
}

/** Creates the recorder of this process: group commit, at most one commit in flight. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { clock, log, mode } = deps;
  const appender = createAppender({ ...deps, chain: createChain(deps.pepper) });
  const queue = createUseQueue();
  let phase: CommitPhase = "idle";
  let closing = false;
  let spacedUntil = -Infinity;
  let store: RecorderState["store"] = "ok";
  let lost = 0;
  let onEmpty = () => {};

  const commitState = () => ({ mode, phase, closing, buffered: queue.buffered, spacedUntil });

  function record(use: Use): Promise<void> | void {
    if (queue.size >= MAX_QUEUED) return drop();
    const recorded = queue.add(newUse(use), mode === "strict" && store === "ok");
    schedule();
    return recorded;
  }

  function drop(): void {
    lost++;
    // At 1, 2, 4, 8 …: the log tells of it without becoming the next thing that is too much.
    if ((lost & (lost - 1)) === 0) {
      log.error("Uses of priority tokens are lost: the store is away and memory is full", { lost });
    }
  }

  function schedule(): void {
    const delayMs = decideCommit(commitState(), clock.now());
    if (delayMs === null) return;
    phase = "scheduled";
    if (delayMs > 0) clock.after(delayMs, commit);
    else queueMicrotask(commit);
  }

  function commit(): void {
    if (phase === "committing") return;
    phase = queue.size === 0 ? "idle" : "committing";
    if (phase === "idle") return;
    const entries = queue.takeBatch({ bytes: MAX_COMMIT_BYTES, subjects: MAX_COMMIT_SUBJECTS });
    spacedUntil = spacedAfter(commitState(), clock.now());
    const cancelStoreDown = clock.after(MAX_WAIT_MS, storeDown);
    commitBatch(deps, appender, appender.batch(entries)).then(() => {
      cancelStoreDown();
      committed();
    });
  }

  function storeDown(): void {
    if (mode === "strict" && store === "ok") {
      log.warn("The store is out of reach: uses of priority tokens are kept in memory", {
        kept_at_most: MAX_QUEUED,
      });
    }
    store = "down";
    queue.releaseAnswers();
  }

  function committed(): void {
    phase = "idle";
    queue.committed();
    if (store === "down") storeBack();
    deps.recorded?.();
    if (queue.size > 0) schedule();
    else onEmpty();
  }

  function storeBack(): void {
    store = "ok";
    log.info("The store is back: uses of priority tokens go on record again", {
      backlog: queue.size,
      lost,
    });
  }

  async function close(): Promise<void> {
    closing = true;
    if (queue.size === 0) return;
    const empty = new Promise<void>((resolve) => onEmpty = resolve);
    if (phase === "scheduled") queueMicrotask(commit);
    else schedule();
    await deadline(clock, MAX_CLOSE_MS, empty).catch(() => {
      log.error("Uses of priority tokens are lost: the program ends without the store", {
        lost: queue.size,
      });
    });
  }

  return {
    record,
    state: () => ({ mode, backlog: queue.size, lost, store }),
    close,
  };
}

/** Tries until the batch is on record. Never rejects. */
async function commitBatch(
  { clock, random, log }: Omit<Env, "kv">,
  appender: Appender,
  batch: Batch,
): Promise<void> {
  for (let failures = 0;; failures++) {
    try {
      await deadline(clock, ATTEMPT_MS, appender.land(batch));
      return;
    } catch (error) {
      if (failures === 0) logFailure(log, error);
      await sleep(clock, halfJitterMs(RETRY, failures, random.fraction()));
    }
  }
}

function logFailure(log: Log, error: unknown): void {
  log.warn("Cannot put uses of priority tokens on record, trying again", {
    error: errorMessage(error),
  });
}
