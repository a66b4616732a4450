import { type Clock, sleep } from "../../platform/clock.ts";
import type { Kv } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { type Batch, createAppender } from "./appender.ts";
import { createChain } from "./chain.ts";
import { lineBytes } from "./chunk.ts";
import { encodeUse, type Use } from "./use.ts";

/** Uses kept in memory at most, while the store is out of reach. */
const KEPT_AT_MOST = 50_000;
/** The longest that a commit may take before the store counts as out of reach (SPEC part 6, CONTRACT 5). */
const PATIENCE_MS = 250;
/** A commit that has not answered for so long is tried again; it may still land, which does no harm. */
const GIVE_UP_MS = 5_000;
const SLOWEST_RETRY_MS = 2_000;
/** Bytes of one commit at most; the store takes 800 KiB. */
const COMMIT_BYTES = 480_000;
/** Time between the starts of two commits: busy tokens share them. */
const SPACING_MS = { strict: 8, relaxed: 100 } as const;
/** So many may follow one another without it: a quiet token waits for nothing, a few times in a row too. */
const BURST = 8;
const CLOSE_WITHIN_MS = 3_000;

/** The setting AUDIT. */
export type AuditMode = "strict" | "relaxed";

/** What a recorder works with. */
export interface RecorderDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly pepper: string | Uint8Array;
  readonly mode: AuditMode;
  /** Called after each commit: there is something to tell. */
  readonly recorded?: () => void;
}

/** How the record stands, for `/status`. */
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

interface Item {
  readonly text: string;
  readonly bytes: number;
  /** Lets the answer go; null where nobody waits. */
  release: (() => void) | null;
}

/** Creates the recorder of this process: group commit, at most one commit in flight. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { kv, clock, random, log, pepper, mode } = deps;
  const appender = createAppender({ kv, clock, random, chain: createChain(pepper) });
  const spacing = SPACING_MS[mode];
  /** Somebody waits for these: they go first. */
  let waiting: Item[] = [];
  /** Nobody waits for these any more, or ever did. */
  let kept: Item[] = [];
  let flying: Item[] = [];
  let due = false;
  let store: RecorderState["store"] = "ok";
  /** When the commits so far would have begun, had each kept its distance. */
  let spacedUntil = -Infinity;
  let lost = 0;
  let closing = false;
  let emptied = () => {};

  const size = () => waiting.length + kept.length + flying.length;

  function record(use: Use): Promise<void> | void {
    if (size() >= KEPT_AT_MOST) return lose();
    const text = encodeUse(use);
    const item: Item = { text, bytes: lineBytes(text), release: null };
    if (mode === "relaxed" || store === "down") {
      kept.push(item);
      return schedule();
    }
    waiting.push(item);
    schedule();
    return new Promise((resolve) => item.release = resolve);
  }

  function lose(): void {
    lost++;
    // At 1, 2, 4, 8 …: the log tells of it without becoming the next thing that is too much.
    if ((lost & (lost - 1)) === 0) {
      log.error("Uses of priority tokens are lost: the store is away and memory is full", { lost });
    }
  }

  function schedule(): void {
    if (due || flying.length > 0) return;
    due = true;
    const earliest = kept.length > 0 ? spacedUntil : spacedUntil - (BURST - 1) * spacing;
    const delay = closing ? 0 : mode === "relaxed" ? spacing : earliest - clock.now();
    // Never longer than the spacing: the machine's clock may have been set back.
    if (delay > 0) clock.after(Math.min(delay, spacing), fly);
    else queueMicrotask(fly);
  }

  function fly(): void {
    due = false;
    if (flying.length > 0 || size() === 0) return;
    flying = take();
    spacedUntil = Math.max(spacedUntil, clock.now()) + spacing;
    const batch = appender.batch(flying.map((item) => item.text));
    const forgetLate = clock.after(PATIENCE_MS, outOfReach);
    land(batch).then(() => {
      forgetLate();
      landed();
    });
  }

  function take(): Item[] {
    const taken: Item[] = [];
    let room = COMMIT_BYTES;
    for (const queue of [waiting, kept]) {
      let count = 0;
      while (count < queue.length && queue[count]!.bytes <= room) room -= queue[count++]!.bytes;
      taken.push(...queue.slice(0, count));
      if (queue === waiting) waiting = queue.slice(count);
      else kept = queue.slice(count);
    }
    return taken;
  }

  /** Tries until the batch is on record. */
  async function land(batch: Batch): Promise<void> {
    for (let failures = 0;; failures++) {
      try {
        return void await within(GIVE_UP_MS, appender.land(batch));
      } catch (error) {
        if (failures === 0) {
          log.warn("Cannot put uses of priority tokens on record, trying again", {
            error: error instanceof Error ? error.message : String(error),
          });
        }
        const pause = Math.min(SLOWEST_RETRY_MS, 10 * 2 ** Math.min(failures, 10));
        await sleep(clock, pause * (0.5 + random.fraction() / 2));
      }
    }
  }

  function within<T>(ms: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(
        ms,
        () => reject(new Error(`No answer from the store in ${ms} ms`)),
      );
      work.then(resolve, reject).finally(cancel);
    });
  }

  function outOfReach(): void {
    if (mode === "strict" && store === "ok") {
      log.warn("The store is out of reach: uses of priority tokens are kept in memory", {
        kept_at_most: KEPT_AT_MOST,
      });
    }
    store = "down";
    release(flying);
    release(waiting);
    kept = [...kept, ...waiting];
    waiting = [];
  }

  function landed(): void {
    const count = flying.length;
    release(flying);
    flying = [];
    if (store === "down") {
      store = "ok";
      log.info("The store is back: uses of priority tokens go on record again", {
        backlog: size(),
        lost,
      });
    }
    if (count > 0) deps.recorded?.();
    if (size() > 0) schedule();
    else emptied();
  }

  async function close(): Promise<void> {
    closing = true;
    if (size() === 0) return;
    const empty = new Promise<void>((resolve) => emptied = resolve);
    if (due) queueMicrotask(fly);
    else schedule();
    await within(CLOSE_WITHIN_MS, empty).catch(() => {
      log.error("Uses of priority tokens are lost: the program ends without the store", {
        lost: size(),
      });
    });
  }

  return {
    record,
    state: () => ({ mode, backlog: size(), lost, store }),
    close,
  };
}

function release(items: readonly Item[]): void {
  for (const item of items) {
    item.release?.();
    item.release = null;
  }
}
