/**
 * This room holds what processes do to share a store: memory that follows it, and work that is looked for
 * again and again.
 *
 * @module
 */

import { tryAgain } from "../http/http_error.ts";
import { deadline } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { KvChanged } from "../platform/kv.ts";
import { createOutageLog } from "../platform/log.ts";

/** Receives the value, and the one before it. */
type FollowListener<T> = (now: T, before: T | undefined) => void;

/** How a value is followed. */
export interface FollowOptions<T> {
  /** Calls `changed` when there may be another value; the returned function ends it. */
  watch?(changed: KvChanged): () => void;
  /** The wait in ms from a load to the next; Infinity: there is none unless asked for. */
  pollMs(value: T | undefined): number;
  /** The wait after a load that failed, by how many had failed in a row before it; default: `pollMs`. */
  retryMs?(failures: number): number;
  /** What is logged once when loads begin to fail, and when they succeed again. */
  readonly outage?: { readonly away: string; readonly back?: string };
  /**
   * Reads the value; undefined or `before` if there is no other one. `before` is undefined for the first
   * load, and where the store goes on in another database.
   */
  load(before: T | undefined): Promise<T | undefined>;
  /** Whether a loaded value still answers; default: it does until it is loaded again. */
  isCurrent?(value: T): boolean;
}

/** How long a caller waits for the store, in ms. */
const WAIT_MS = 2_000;

/** Keeps a value of the store in memory: one load at a time, first when asked for; watched, polled, retried. */
export function follow<T>({ clock, log }: Pick<Env, "clock" | "log">, options: FollowOptions<T>) {
  const { isCurrent = () => true } = options;
  const outage = options.outage && createOutageLog(log, options.outage);
  const listeners = new Set<FollowListener<T>>();
  let value: T | undefined;
  let revision = 1;
  let syncedAt = 0;
  let failures = 0;
  let isClosed = false;
  let holdsNothing = false;
  let underWay: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let unwatch: (() => void) | undefined;
  let cancel = () => {};

  /**
   * Undefined if the value is current, as it nearly always is; else resolves when it was loaded. Rejects
   * with `TRY_AGAIN` if there is no value after 2 s.
   */
  function ready(): Promise<void> | undefined {
    return value !== undefined && isCurrent(value) ? undefined : untilLoaded();
  }

  async function untilLoaded(): Promise<void> {
    const loaded = underWay ?? sync();
    await deadline(clock, WAIT_MS, loaded).catch(() => {});
    if (value === undefined) throw tryAgain();
  }

  /** Resolves after a load that begins at this call or later, one for all who call meanwhile. Never rejects. */
  function sync(): Promise<void> {
    if (isClosed) return Promise.resolve();
    unwatch ??= options.watch?.(changed) ?? (() => {});
    if (underWay === undefined) return begin();
    // The load under way may have read before what the caller knows of was written.
    return next ??= underWay.then(() => {
      next = undefined;
      return sync();
    });
  }

  function changed(isOtherDatabase = false): void {
    holdsNothing ||= isOtherDatabase;
    void sync();
  }

  function begin(): Promise<void> {
    return underWay = load().finally(() => {
      underWay = undefined;
      schedule();
    });
  }

  async function load(): Promise<void> {
    const isFresh = holdsNothing;
    holdsNothing = false;
    try {
      const loaded = await options.load(isFresh ? undefined : value);
      syncedAt = clock.now();
      failures = 0;
      outage?.succeeded();
      const before = value;
      if (loaded === undefined || loaded === before) return;
      value = loaded;
      revision++;
      for (const listener of listeners) listener(loaded, before);
    } catch (error) {
      holdsNothing ||= isFresh;
      if (isClosed) return;
      failures++;
      outage?.failed(error);
    }
  }

  function schedule(): void {
    cancel();
    const retryAfterMs = failures > 0 ? options.retryMs?.(failures - 1) : undefined;
    const waitMs = retryAfterMs ?? options.pollMs(value);
    if (isClosed || waitMs === Infinity) return;
    cancel = clock.after(waitMs, () => void sync());
  }

  /** Begins no load any more. */
  function close(): void {
    isClosed = true;
    cancel();
    unwatch?.();
  }

  return {
    ready,
    sync,
    /** Undefined before the first load. */
    get value() {
      return value;
    },
    /** Changes with the value. */
    revision: (): number => revision,
    /** When the last load that succeeded ended, epoch ms; 0 before the first. */
    get syncedAt() {
      return syncedAt;
    },
    get isAway() {
      return failures > 0;
    },
    /** Calls `listener` after each change of the value; the returned function ends it. */
    subscribe(listener: FollowListener<T>): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close,
    /** Closes; resolves when no load is under way. Never rejects. */
    stop(): Promise<void> {
      close();
      return underWay ?? Promise.resolve();
    },
  };
}
