/**
 * This room holds what processes do to share a store: memory that follows it, numbered entries, work
 * that one process does at a time.
 *
 * @module
 */

import { tryAgain } from "../http/http_error.ts";
import { deadline } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { createOutageLog, type OutageLog } from "../platform/log.ts";

/** A value in memory that is kept in step with the store. It is loaded for the first time when asked for. */
export interface Followed<T> {
  /** Undefined before the first load. */
  readonly value: T | undefined;
  /** When the last load that succeeded ended, epoch ms; 0 before the first. */
  readonly syncedAt: number;
  /** Whether the last load failed. */
  readonly isAway: boolean;
  /**
   * Undefined if the value is current, as it nearly always is; else resolves when it was loaded. Rejects
   * with `TRY_AGAIN` if there is no value after 2 s.
   */
  ready(): Promise<void> | undefined;
  /** Resolves after a load that begins at this call or later, one for all who call meanwhile. Never rejects. */
  sync(): Promise<void>;
  /** Resolves when no load is under way. Never rejects. */
  idle(): Promise<void>;
  /** Takes over a value that this process knows before the next load. */
  update(value: T): void;
  /** Calls `listener` after each change of the value; the returned function ends it. */
  subscribe(listener: FollowListener<T>): () => void;
  /** Begins no load any more. */
  close(): void;
}

/** Receives the value, and the one before it. */
export type FollowListener<T> = (now: T, before: T | undefined) => void;

/** How a value is followed. */
export interface FollowOptions<T> {
  /** Calls `changed` when there may be another value; the returned function ends it. */
  watch?(changed: () => void): () => void;
  /** The wait in ms from a load to the next; Infinity: there is none unless asked for. */
  pollMs(value: T | undefined): number;
  /** The wait after a load that failed, by how many had failed in a row before it; default: `pollMs`. */
  retryMs?(failures: number): number;
  /** What is logged once when loads begin to fail, and when they succeed again. */
  readonly outage?: { readonly away: string; readonly back?: string };
  /** Reads the value; undefined or `before` if there is no other one. */
  load(before: T | undefined): Promise<T | undefined>;
  /** Whether a loaded value still answers; default: it does until it is loaded again. */
  isCurrent?(value: T): boolean;
}

/** How long a caller waits for the store, in ms. */
const WAIT_MS = 2_000;

/** Follows a value of the store: one load at a time, watched, polled, retried. */
export function follow<T>(
  env: Pick<Env, "clock" | "log">,
  options: FollowOptions<T>,
): Followed<T> {
  return new Follower(env, options);
}

class Follower<T> implements Followed<T> {
  readonly #env: Pick<Env, "clock" | "log">;
  readonly #options: FollowOptions<T>;
  readonly #outage: OutageLog | undefined;
  readonly #listeners = new Set<FollowListener<T>>();
  #value: T | undefined;
  #syncedAt = 0;
  #failures = 0;
  #isClosed = false;
  #underWay: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #unwatch: (() => void) | undefined;
  #cancel = () => {};

  constructor(env: Pick<Env, "clock" | "log">, options: FollowOptions<T>) {
    this.#env = env;
    this.#options = options;
    this.#outage = options.outage && createOutageLog(env.log, options.outage);
  }

  get value(): T | undefined {
    return this.#value;
  }

  get syncedAt(): number {
    return this.#syncedAt;
  }

  get isAway(): boolean {
    return this.#failures > 0;
  }

  ready(): Promise<void> | undefined {
    const { isCurrent = () => true } = this.#options;
    const isReady = this.#value !== undefined && isCurrent(this.#value);
    return isReady ? undefined : this.#untilLoaded();
  }

  sync(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#unwatch ??= this.#options.watch?.(() => void this.sync()) ?? (() => {});
    if (this.#underWay === undefined) return this.#begin();
    // The load under way may have read before what the caller knows of was written.
    return this.#next ??= this.#underWay.then(() => {
      this.#next = undefined;
      return this.sync();
    });
  }

  idle(): Promise<void> {
    return this.#underWay ?? Promise.resolve();
  }

  update(value: T): void {
    const before = this.#value;
    if (value === before) return;
    this.#value = value;
    for (const listener of this.#listeners) listener(value, before);
  }

  subscribe(listener: FollowListener<T>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#unwatch?.();
  }

  #begin(): Promise<void> {
    return this.#underWay = this.#load().finally(() => {
      this.#underWay = undefined;
      this.#schedule();
    });
  }

  async #untilLoaded(): Promise<void> {
    const loaded = this.#underWay ?? this.sync();
    await deadline(this.#env.clock, WAIT_MS, loaded).catch(() => {});
    if (this.#value === undefined) throw tryAgain();
  }

  async #load(): Promise<void> {
    try {
      const value = await this.#options.load(this.#value);
      this.#syncedAt = this.#env.clock.now();
      this.#failures = 0;
      this.#outage?.succeeded();
      if (value !== undefined) this.update(value);
    } catch (error) {
      if (this.#isClosed) return;
      this.#failures++;
      this.#outage?.failed(error);
    }
  }

  #schedule(): void {
    this.#cancel();
    const waitMs = this.#waitMs();
    if (this.#isClosed || waitMs === Infinity) return;
    this.#cancel = this.#env.clock.after(waitMs, () => void this.sync());
  }

  #waitMs(): number {
    const { pollMs, retryMs } = this.#options;
    const retryAfterMs = this.#failures > 0 ? retryMs?.(this.#failures - 1) : undefined;
    return retryAfterMs ?? pollMs(this.#value);
  }
}
