import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import { eachPlatform, LIVE_TYPES, type LiveType } from "../model/platforms.ts";
import type { Env } from "../platform/env.ts";
import { platformKey } from "../platform/live_keys.ts";
import { follow } from "../store/follow.ts";
import { fullJitterMs } from "../toolbox/back_off.ts";
import type { OnAirBroadcast } from "./broadcast.ts";
import type { DropCounts, UpstreamFault } from "./platforms/upstream.ts";

/** What the processes share of a platform: one value of the store. Instants are in epoch ms. */
export interface PlatformState {
  /** The process that polls it: others take over when it stays silent. */
  readonly holder: string;
  /** When its last poll began. */
  readonly polledAt: number;
  /** When this value was written. */
  readonly storedAt: number;
  /** Until when a process that has taken over may be at its first poll; 0 once there is a result. */
  readonly claimedUntil: number;
  /** When the last poll succeeded; null if none did. */
  readonly succeededAt: number | null;
  /** Failures in a row. */
  readonly failures: number;
  /** Why the last poll failed or read only a part of the platform; null if it read all. */
  readonly fault: UpstreamFault | null;
  /** No process polls before. */
  readonly notBefore: number;
  readonly dropped: DropCounts;
  /** The bytes of the lists that were read last, decompressed; null if that is not known. */
  readonly bytes: number | null;
  /** What the source passes on from poll to poll. */
  readonly sourceState: unknown;
  readonly onAir: readonly OnAirBroadcast[];
  /** The number in the log of the last event about a broadcast of the platform; 0 if there is none. */
  readonly seq: number;
  /** What add-ons keep of the platform, by their names. */
  readonly addOns: Readonly<Record<string, unknown>>;
}

/** The state of a platform that no process has polled yet. */
export const NEVER_POLLED: PlatformState = {
  holder: "",
  polledAt: 0,
  storedAt: 0,
  claimedUntil: 0,
  succeededAt: null,
  failures: 0,
  fault: null,
  notBefore: 0,
  dropped: {},
  bytes: null,
  sourceState: null,
  onAir: [],
  seq: 0,
  addOns: {},
};

/** The most that a value of the store takes of a state. */
export const MAX_STATE_BYTES = 62_000;

/** A state as the store has it. */
export function encodeState(state: PlatformState): Uint8Array {
  return gzipSync(JSON.stringify(state));
}

function decodeState(bytes: Uint8Array): PlatformState {
  return JSON.parse(Buffer.from(gunzipSync(bytes)).toString());
}

/** A state in memory. */
interface SeenState {
  readonly state: PlatformState;
  /** Of the stored value. */
  readonly version: string | null;
  /** When this process first saw that version, epoch ms: the holder's clock may be ahead. */
  readonly seenAt: number;
  /** 0 to 1, drawn again for each version. */
  readonly fraction: number;
}

type Memory = Readonly<Record<LiveType, SeenState>>;

/** The states of all platforms in the memory of one process, which follows the store. */
export interface PlatformStates {
  seen(type: LiveType): SeenState;
  state(type: LiveType): PlatformState;
  /** The number of the last event about a broadcast of any platform. */
  seq(): number;
  /** Changes with every state. */
  revision(): number;
  /** Epoch ms of the last successful read of the store; 0 before the first. */
  syncedAt(): number;
  /** Whether the last read of the store failed. */
  isAway(): boolean;
  /** Reads the store, once for all who call meanwhile. Never rejects. */
  sync(): Promise<void>;
  /** Calls `listener` after each change, with what tells the states that did; the returned function ends it. */
  subscribe(listener: (hasChanged: (type: LiveType) => boolean) => void): () => void;
  /** Reads the store from now on whenever it may have changed. */
  start(): void;
  /** Ends that; resolves when no read is under way. */
  stop(): Promise<void>;
}

/** `followMs`: how often the store is read once the states are started. */
export function createPlatformStates(
  deps: Env & { readonly followMs: number },
): PlatformStates {
  const { kv, clock, random } = deps;
  const keys = LIVE_TYPES.map(platformKey);
  const unseen: Memory = eachPlatform(() => ({
    state: NEVER_POLLED,
    version: null,
    seenAt: 0,
    fraction: 0.5,
  }));
  let isStarted = false;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch(keys, changed),
    // A process that never starts reads the store when it is asked to.
    pollMs: () => isStarted ? deps.followMs : Infinity,
    outage: { away: "Live: the store is unreachable", back: "Live: the store answers again" },
    async load(before = unseen) {
      // One snapshot: who is on air on all platforms up to the last event of any.
      const rows = await kv.getMany<Uint8Array>(keys);
      if (rows.every(({ version }, n) => version === before[LIVE_TYPES[n]!].version)) return before;
      return eachPlatform((type, n) => {
        const { value, version } = rows[n]!;
        if (version === before[type].version) return before[type];
        const state = value === null ? NEVER_POLLED : decodeState(value);
        return { state, version, seenAt: clock.now(), fraction: random.fraction() };
      });
    },
  });
  const memory = () => followed.value ?? unseen;

  return {
    seen: (type) => memory()[type],
    state: (type) => memory()[type].state,
    seq: () => Math.max(...LIVE_TYPES.map((type) => memory()[type].state.seq)),
    revision: followed.revision,
    syncedAt: () => followed.syncedAt,
    isAway: () => followed.isAway,
    sync: followed.sync,
    subscribe: (listener) =>
      followed.subscribe((now, before = unseen) => listener((type) => now[type] !== before[type])),
    start() {
      isStarted = true;
      void followed.sync();
    },
    stop: followed.stop,
  };
}

/** After so many intervals without a result another process may take over, if anyone asks it. */
export const TAKEN_OVER_INTERVALS = 1.5;

/** Between polls without demand. */
const MIN_IDLE_MS = 60_000;
const MAX_IDLE_MS = 120_000;

/**
 * The instant (epoch ms) at which a process may poll: 0.8 to 1.2 intervals after the last poll began while
 * anyone asks, after 60 to 120 s otherwise. The process that polled last goes on; the others take over one
 * interval and a half after its last result, and so within two intervals when it is gone.
 */
export function nextPollAt({ seen, isHolder, hasDemand, intervalMs, now }: {
  readonly seen: SeenState;
  /** Whether this process polled last. */
  readonly isHolder: boolean;
  /** Whether anyone asks. */
  readonly hasDemand: boolean;
  readonly intervalMs: number;
  /** The present instant, epoch ms. */
  readonly now: number;
}): number {
  const { state: { polledAt, storedAt, claimedUntil, notBefore }, seenAt, fraction } = seen;
  // The clock of this process was set back since: how long ago it saw the state is unknown.
  if (seenAt > now + intervalMs) return now;
  if (isHolder) {
    const waitMs = hasDemand
      ? intervalMs * (0.8 + 0.4 * fraction)
      : Math.max(intervalMs, MIN_IDLE_MS + (MAX_IDLE_MS - MIN_IDLE_MS) * fraction);
    return Math.max(Math.min(polledAt, seenAt) + waitMs, notBefore);
  }
  const waitMs = hasDemand
    ? intervalMs * TAKEN_OVER_INTERVALS
    : Math.max(intervalMs, MAX_IDLE_MS) + intervalMs / 2;
  const freeAt = Math.min(claimedUntil, seenAt + intervalMs);
  return Math.max(Math.min(storedAt, seenAt) + waitMs, notBefore, freeAt);
}

/** How long a whole poll may take, in ms: less than an interval, so that polls never overlap. */
export function pollDeadlineMs(intervalMs: number): number {
  return Math.min(15_000, Math.max(750, intervalMs * 0.75));
}

/** Failures in a row from which on the waits grow. */
const BREAKER_FAILURES = 5;
const MAX_INTERVALS = 15;

/** Whether the breaker is open after so many failures in a row. */
export function isBreakerOpen(failures: number): boolean {
  return failures >= BREAKER_FAILURES;
}

/**
 * The instant (epoch ms) before which the platform is not asked again. Before the fifth failure the
 * ordinary pace goes on; from it on full jitter over 2, 4, 8 and at most 15 intervals. A `Retry-After` of the
 * platform is obeyed in any case. One poll after the wait shows whether it has recovered.
 */
export function backOffUntil({ failures, now, intervalMs, fraction, retryAt = now }: {
  /** Failures in a row, this one included. */
  readonly failures: number;
  readonly now: number;
  readonly intervalMs: number;
  /** 0 to 1, for jitter. */
  readonly fraction: number;
  /** When the platform wants to be asked again, epoch ms. */
  readonly retryAt: number | undefined;
}): number {
  if (!isBreakerOpen(failures)) return Math.max(now, retryAt);
  const backOff = { firstMs: 2 * intervalMs, maxMs: MAX_INTERVALS * intervalMs };
  return Math.max(now + fullJitterMs(backOff, failures - BREAKER_FAILURES, fraction), retryAt);
}
