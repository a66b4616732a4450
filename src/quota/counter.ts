import type { KvEntry } from "../platform/kv.ts";

/** The last change that a holder of units made to a counter. */
interface Holder {
  /** The number of the change: each of a holder's is greater than the one before. */
  readonly n: number;
  /** When it was made, epoch ms by that process's clock. */
  readonly at: number;
}

/** What an account has used of one period, as the store has it. */
export interface Counter {
  /** Units leased and not given back: spent, held or lost. */
  readonly taken: number;
  /** Units that operators added to the limit. */
  readonly credited: number;
  /** {@linkcode taken} by the day of the lease (`2026-07-04`). */
  readonly days: Readonly<Record<string, number>>;
  /** Who may hold units that are not spent, by name: a lease of a process. */
  readonly holders: Readonly<Record<string, Holder>>;
  /** How many holders were dropped from {@linkcode holders} because there were too many. */
  readonly dropped: number;
}

/** What an account has used that has used nothing. */
export const EMPTY_COUNTER: Counter = {
  taken: 0,
  credited: 0,
  days: {},
  holders: {},
  dropped: 0,
};

/** The counter of an entry of the store; where nothing is stored, nothing was taken. */
export function toCounter({ value }: KvEntry<Counter>): Counter {
  return value ?? EMPTY_COUNTER;
}

/** The counter when all holders have ended: what they held counts as used. */
export function withoutHolders(counter: Counter): Counter {
  return { ...counter, holders: {} };
}

/** A change that a holder wants to make. */
interface Change {
  readonly holder: string;
  readonly n: number;
  /** Epoch ms. */
  readonly at: number;
  /** Units that are leased; below 0: given back. */
  readonly units: number;
  /** The day that they are counted for. */
  readonly day: string;
  /** Whether the holder goes on to hold units. */
  readonly keeps: boolean;
}

/** A counter names no more holders, those that changed it last. One takes about 60 bytes. */
export const MOST_HOLDERS = 100;

/**
 * The counter after a change. It names the change, so that a process that was not told whether its
 * commit was made can read it here. A holder that keeps nothing is named no more: its absence says that
 * the change was made. One that was not named before is, even so, for absence would say nothing.
 */
export function changed(counter: Counter, change: Change, mostHolders: number): Counter {
  const { holder, n, at, units, day, keeps } = change;
  const { [holder]: before, ...others } = counter.holders;
  const holders = keeps || before === undefined ? { ...others, [holder]: { n, at } } : others;
  const kept = Object.entries(holders).toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, mostHolders);
  return {
    ...counter,
    taken: counter.taken + units,
    days: { ...counter.days, [day]: (counter.days[day] ?? 0) + units },
    holders: Object.fromEntries(kept),
    dropped: counter.dropped + Object.keys(holders).length - kept.length,
  };
}

/**
 * Whether a change to `before` was made, by a later reading. If the holder was dropped since, nobody can
 * tell: then a lease counts as not made, and a return as made. The customer can lose by it, never gain.
 */
export function wasMade({ holder, n, units }: Change, before: Counter, now: Counter): boolean {
  const here = now.holders[holder];
  if (here !== undefined) return here.n === n;
  if (units > 0) return false;
  return before.holders[holder] !== undefined || before.dropped !== now.dropped;
}

/** Whether somebody else may give units back. */
export function othersHold({ holders }: Counter, self: string): boolean {
  return Object.keys(holders).some((name) => name !== self);
}

const ACTIVE_MS = 60_000;

/** Counts the holders that leased within the last minute, `self` included. */
export function activeHolders({ holders }: Counter, self: string, now: number): number {
  const others = Object.entries(holders).filter(([name]) => name !== self);
  return 1 + others.filter(([, { at }]) => now - at < ACTIVE_MS).length;
}

const FIRST_BLOCK = 8;
const LARGEST_BLOCK = 1_000;
const SECONDS_AHEAD = 5;

/**
 * How many units to lease: 8 at first, then twice as many, at most 1 % of the limit (8 if that is less),
 * 1,000, and what is spent in 5 s; as the quota drains `remaining / (2 · holders)`, but not less than
 * `limit / 2000`. Requests that wait get theirs in any case: what is spent at once is not held back from
 * anybody.
 */
export function blockSize(
  { limit, remaining, holders, previous, spentPerSecond, waiting }: {
    readonly limit: number;
    /** What the counter has left. */
    readonly remaining: number;
    /** Who leases now, this one included. */
    readonly holders: number;
    /** The size of the last block; 0: this is the first. */
    readonly previous: number;
    /** Units spent per second since the last block. */
    readonly spentPerSecond: number;
    /** Units that requests wait for. */
    readonly waiting: number;
  },
): number {
  const largest = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, Math.floor(limit / 100)));
  const least = Math.min(largest, Math.max(1, Math.ceil(limit / 2000)));
  const paced = Math.max(FIRST_BLOCK, Math.ceil(SECONDS_AHEAD * spentPerSecond));
  const drained = Math.floor(remaining / (2 * holders));
  const grown = previous === 0 ? FIRST_BLOCK : 2 * previous;
  const ahead = Math.min(grown, Math.max(least, Math.min(largest, paced, drained)));
  return Math.max(1, Math.min(remaining, Math.max(ahead, waiting)));
}
