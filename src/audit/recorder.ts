import { deadline, sleep } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { errorMessage, isWorthALine } from "../platform/log.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { type Entry, type TokenUse, UseGroup } from "./entries.ts";
import type { UseLog } from "./use_log.ts";

/** Uses kept in memory at most, while the store is out of reach. */
const MAX_QUEUED = 50_000;
/**
 * A commit that takes longer counts as a store out of reach: the answers that wait are sent. An answer
 * whose use has just missed a commit waits for that one and for the next: for about 500 ms, and longer
 * only if one commit does not hold all that wait.
 */
const MAX_WAIT_MS = 250;
/** The distance between the starts of two commits, in ms: busy tokens share them. */
const COMMIT_SPACING_MS = 8;
/** Commits that may follow one another without distance, so that a quiet token waits for nothing. */
const BURST = 8;
/** Bytes of one commit at most. */
const MAX_COMMIT_BYTES = 480_000;
const MAX_CLOSE_MS = 3_000;

/** A commit without an answer for so long is tried again; it may still land, which does no harm. */
const ATTEMPT_MS = 5_000;
const RETRY: BackOff = { firstMs: 10, maxMs: 2_000 };

/** The state of the record, for `/status`. */
export interface RecorderState {
  /** Uses in memory that are not on record yet. */
  readonly backlog: number;
  /** Uses that found the memory full and are not on record: 0 unless the store was away for long. */
  readonly lost: number;
  readonly store: "ok" | "down";
}

/** Puts uses on record. */
export interface Recorder {
  /**
   * Puts one use on record; never rejects, never throws. Resolves once the use is in the store. If a
   * commit takes more than 250 ms it resolves all the same (returns nothing, while that lasts),
   * and the use is kept in memory, with up to 50,000 others, until the store is back.
   */
  record(use: TokenUse): Promise<void> | void;
  state(): RecorderState;
  /** Writes what is in memory, for at most 3 s; afterwards nothing more should be recorded. */
  close(): Promise<void>;
}

interface QueuedUse {
  readonly use: TokenUse;
  /** Lets the answer go that waits for it. */
  release(): void;
}

/** What a recorder works with. */
interface RecorderDeps extends Omit<Env, "kv"> {
  readonly uses: Pick<UseLog, "batch">;
}

/** Creates the recorder of this process: group commit, at most one commit in flight. */
export function createRecorder({ clock, random, log, uses }: RecorderDeps): Recorder {
  let awaited: QueuedUse[] = [];
  /** Uses that no answer waits for any more: they go on record behind the others. */
  const kept: QueuedUse[] = [];
  let inFlight: QueuedUse[] = [];
  let isRunning = false;
  /** When the commits so far would have begun, had each kept its distance; epoch ms. */
  let spacedUntil = -Infinity;
  const closing = new AbortController();
  let store: RecorderState["store"] = "ok";
  let lost = 0;
  let onEmpty = () => {};

  const size = () => awaited.length + kept.length + inFlight.length;

  function record(use: TokenUse): Promise<void> | void {
    if (size() >= MAX_QUEUED) return drop();
    if (store === "down") {
      kept.push({ use, release() {} });
      return void run();
    }
    return new Promise((release) => {
      awaited.push({ use, release });
      void run();
    });
  }

  function drop(): void {
    lost++;
    if (isWorthALine(lost)) {
      log.error("Uses of priority tokens are lost: the store is away and memory is full", { lost });
    }
  }

  /** Makes one commit after the other until all uses are on record. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (size() > 0) {
      const aheadMs = spacedUntil - clock.now() - (BURST - 1) * COMMIT_SPACING_MS;
      // Never longer than the distance: the machine's clock may have been set back.
      const waitMs = Math.min(aheadMs, COMMIT_SPACING_MS);
      await (waitMs > 0 ? sleep(clock, waitMs, closing.signal) : undefined);
      spacedUntil = Math.max(spacedUntil, clock.now()) + COMMIT_SPACING_MS;
      const cancelStoreDown = clock.after(MAX_WAIT_MS, storeDown);
      await land(takeBatch());
      cancelStoreDown();
      committed();
    }
    isRunning = false;
    onEmpty();
  }

  /** Puts the uses of the next commit in flight. */
  function takeBatch(): Entry[] {
    const group = new UseGroup(MAX_COMMIT_BYTES);
    const fit = (uses: readonly QueuedUse[]) => {
      const none = uses.findIndex(({ use }) => !group.add(use));
      return none === -1 ? uses.length : none;
    };
    const first = awaited.splice(0, fit(awaited));
    inFlight = [...first, ...kept.splice(0, fit(kept))];
    return group.entries;
  }

  /** Tries until the entries are on record. Never rejects. */
  async function land(entries: readonly Entry[]): Promise<void> {
    const batch = uses.batch(entries);
    for (let failures = 0;; failures++) {
      try {
        await deadline(clock, ATTEMPT_MS, batch.append());
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

  function storeDown(): void {
    if (store === "ok") {
      log.warn("The store is out of reach: uses of priority tokens are kept in memory", {
        kept_at_most: MAX_QUEUED,
      });
    }
    store = "down";
    for (const { release } of [...inFlight, ...awaited]) release();
    kept.push(...awaited);
    awaited = [];
  }

  function committed(): void {
    for (const { release } of inFlight) release();
    inFlight = [];
    if (store === "down") {
      store = "ok";
      log.info("The store is back: uses of priority tokens go on record again", {
        backlog: size(),
        lost,
      });
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    if (size() === 0) return;
    const empty = new Promise<void>((resolve) => onEmpty = resolve);
    await deadline(clock, MAX_CLOSE_MS, empty).catch(() => {
      log.error("Uses of priority tokens are lost: the program ends without the store", {
        lost: size(),
      });
    });
  }

  return { record, state: () => ({ backlog: size(), lost, store }), close };
}
