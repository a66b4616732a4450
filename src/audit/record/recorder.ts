/**
 * This room writes uses to the store as a sealed chain, and verifies and exports it.
 *
 * @module
 */

import { deadline, sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { errorMessage, isWorthALine } from "../../platform/log.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import type { NewEntry } from "../entries/entry.ts";
import { newUse, type Use } from "../entries/use.ts";
import { type Appender, type Batch, createAppender } from "./appender.ts";
import { createChain } from "./chain.ts";
import { entryBytes } from "./chunk.ts";

/** Uses kept in memory at most, while the store is out of reach. */
const MAX_QUEUED = 50_000;
/** A commit that takes longer counts as a store out of reach: an answer waits no longer than this. */
const MAX_WAIT_MS = 250;
/** Bytes of one commit at most; the store takes 800 KiB. */
const MAX_COMMIT_BYTES = 480_000;
/** Tokens of one commit at most: each has a value beside each chunk, and the store takes 1,000 writes. */
const MAX_COMMIT_SUBJECTS = 100;
/** The distance between the starts of two commits, in ms: busy tokens share them. */
const COMMIT_SPACING_MS = 8;
/** Commits that may follow one another without distance, so that a quiet token waits for nothing. */
const BURST = 8;
const MAX_CLOSE_MS = 3_000;

/** A commit without an answer for so long is tried again; it may still land, which does no harm. */
const ATTEMPT_MS = 5_000;
const RETRY: BackOff = { firstMs: 10, maxMs: 2_000 };

/** What a recorder works with. */
export interface RecorderDeps extends Env {
  readonly pepper: string | Uint8Array;
  /** Called after each commit: there is something to post. */
  readonly recorded?: () => void;
}

/** The state of the record, for `/status`. */
export interface RecorderState {
  /** Uses in memory that are not on record yet. */
  readonly backlog: number;
  /** Uses that found the memory full and are not on record: 0 unless the store was away for long. */
  readonly lost: number;
  readonly store: "ok" | "down";
}

/** Puts uses on record. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Creates the recorder of this process: group commit, at most one commit in flight. */
export function createRecorder(deps: RecorderDeps) {
  const { clock, log } = deps;
  const appender = createAppender({ ...deps, chain: createChain(deps.pepper) });
  const queue = new UseQueue();
  let phase: "idle" | "scheduled" | "committing" = "idle";
  let closing = false;
  /** When the commits so far would have begun, had each kept its distance; epoch ms. */
  let spacedUntil = -Infinity;
  let store: RecorderState["store"] = "ok";
  let lost = 0;
  let onEmpty = () => {};

  /**
   * Puts one use on record; never rejects, never throws. Resolves once the use is in the store. If the
   * store has been out of reach for 250 ms it resolves all the same (returns nothing, while that lasts),
   * and the use is kept in memory, with up to 50,000 others, until the store is back.
   */
  function record(use: Use): Promise<void> | void {
    if (queue.size >= MAX_QUEUED) return drop();
    const recorded = queue.add(newUse(use), store === "ok");
    schedule();
    return recorded;
  }

  function drop(): void {
    lost++;
    if (isWorthALine(lost)) {
      log.error("Uses of priority tokens are lost: the store is away and memory is full", { lost });
    }
  }

  function schedule(): void {
    if (phase !== "idle") return;
    const delayMs = closing ? 0 : commitDelayMs();
    phase = "scheduled";
    if (delayMs > 0) clock.after(delayMs, commit);
    else queueMicrotask(commit);
  }

  /** In how many ms the next commit begins. */
  function commitDelayMs(): number {
    const ahead = queue.buffered > 0 ? 0 : (BURST - 1) * COMMIT_SPACING_MS;
    // Never longer than the spacing: the machine's clock may have been set back.
    return Math.max(0, Math.min(spacedUntil - ahead - clock.now(), COMMIT_SPACING_MS));
  }

  function commit(): void {
    if (phase === "committing") return;
    phase = queue.size === 0 ? "idle" : "committing";
    if (phase === "idle") return;
    const entries = queue.takeBatch();
    spacedUntil = Math.max(spacedUntil, clock.now()) + COMMIT_SPACING_MS;
    const cancelStoreDown = clock.after(MAX_WAIT_MS, storeDown);
    commitBatch(deps, appender, appender.batch(entries)).then(() => {
      cancelStoreDown();
      committed();
    });
  }

  function storeDown(): void {
    if (store === "ok") {
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

  /** Writes what is in memory, for at most 3 s; afterwards nothing more should be recorded. */
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

  const state = (): RecorderState => ({ backlog: queue.size, lost, store });
  return { record, state, close };
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
      if (failures === 0) {
        log.warn("Cannot put uses of priority tokens on record, trying again", {
          error: errorMessage(error),
        });
      }
      await sleep(clock, halfJitterMs(RETRY, failures, random.fraction()));
    }
  }
}

interface QueuedUse {
  readonly entry: NewEntry;
  readonly bytes: number;
  /** Lets the answer go; null if no answer waits. */
  release: (() => void) | null;
}

/** Uses in memory that are not on record yet. */
class UseQueue {
  #awaited: QueuedUse[] = [];
  #buffered: QueuedUse[] = [];
  #inFlight: QueuedUse[] = [];

  /** All uses, those of the commit in flight included. */
  get size(): number {
    return this.#awaited.length + this.#buffered.length + this.#inFlight.length;
  }

  /** Uses that no answer waits for, without those in flight. */
  get buffered(): number {
    return this.#buffered.length;
  }

  /** Adds a use; `waits`: resolves once the use is on record or its answer is released. */
  add(entry: NewEntry, waits: boolean): Promise<void> | void {
    const use: QueuedUse = { entry, bytes: entryBytes(entry), release: null };
    if (!waits) return void this.#buffered.push(use);
    this.#awaited.push(use);
    return new Promise((resolve) => use.release = resolve);
  }

  /** Puts the next commit's uses in flight, awaited ones first, and returns them. */
  takeBatch(): NewEntry[] {
    const room: Room = { bytes: MAX_COMMIT_BYTES, subjects: new Set() };
    const first = this.#awaited.splice(0, countFitting(this.#awaited, room));
    const others = this.#buffered.splice(0, countFitting(this.#buffered, room));
    this.#inFlight = [...first, ...others];
    return this.#inFlight.map(({ entry }) => entry);
  }

  /** Releases all answers; their uses stay. */
  releaseAnswers(): void {
    release(this.#inFlight);
    release(this.#awaited);
    this.#buffered = [...this.#buffered, ...this.#awaited];
    this.#awaited = [];
  }

  /** Drops the uses in flight, which are on record. */
  committed(): void {
    release(this.#inFlight);
    this.#inFlight = [];
  }
}

interface Room {
  bytes: number;
  readonly subjects: Set<string | null>;
}

/** How many of the first uses there is room for; it is taken. */
function countFitting(uses: readonly QueuedUse[], room: Room): number {
  let count = 0;
  for (const { entry: { subject }, bytes } of uses) {
    const isFull = room.subjects.size === MAX_COMMIT_SUBJECTS && !room.subjects.has(subject);
    if (bytes > room.bytes || isFull) break;
    room.bytes -= bytes;
    room.subjects.add(subject);
    count++;
  }
  return count;
}

function release(uses: readonly QueuedUse[]): void {
  for (const use of uses) {
    use.release?.();
    use.release = null;
  }
}
