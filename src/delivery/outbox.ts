/**
 * This room sends what logs hold to addresses: each in order, at least once, by one process at a time.
 *
 * @module
 */

import type { EntryLog, Numbered } from "../events/entry_log.ts";
import { sleep } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { listAll } from "../platform/kv.ts";
import { createOutageLog } from "../platform/log.ts";
import { processName } from "../platform/random.ts";
import { createLoop, type Loop, retryDelayMs } from "../shared_state/loop.ts";
import { Address } from "./address.ts";
import { type Cursor, hasRoom, OUTBOXES } from "./cursor.ts";
import type { Endpoint, Outbox, Source } from "./endpoint.ts";
import { MAX_PASSED, PAGE, runAddress, type RunContext } from "./run.ts";

/** The wait for what comes with an entry, or ends with a send. */
const GATHER_MS = 20;
/** How often cursors are read for what a process that died has left. */
const PATROL_MS = 10_000;
/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;
/**
 * Addresses that are sent to at once in a process. Those that failed last have places of their own, and one
 * that takes longer than a second gives its place up: the dead delay nobody else.
 */
const PLACES = { healthy: 32, failing: 32 };
const PLACE_MS = 1_000;

/** The source of a log in the store. */
export function sourceOf<T>(log: EntryLog<T>): Source<T> {
  return {
    last: log.last,
    watch: log.watch,
    async after(seq, limit) {
      const found: Numbered<T>[] = [];
      for await (const page of log.after(seq)) {
        found.push(...page);
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
  };
}

/**
 * Creates the outbox of this process. `endpoints` are those of the moment. While nothing happens it writes
 * nothing.
 *
 * The cursor of an address says how far its log was read and what waits. A process claims it, sends the
 * first entry of some subjects at once, and stores what came of that. If the process is killed, its claim
 * ends and another one goes on from the cursor: what was sent and not stored is sent again.
 */
export function createOutbox(
  env: Env,
  endpoints: () => Iterable<Endpoint<unknown>>,
): Outbox {
  const { kv, clock, random, log } = env;
  const holder = processName(random);
  const addresses = new Map<string, Address>();
  const heads = new Map<Source<unknown>, { head: number; unwatch: () => void }>();
  const running = new Set<Promise<void>>();
  const places = { ...PLACES };
  let listedAt = -Infinity;
  let isClosing = false;
  const away = "The store is unreachable, and what is to be sent waits";
  const outage = createOutageLog(log, { away: "Cannot store what was sent, trying again" });
  const loop: Loop = createLoop(env, { gatherMs: GATHER_MS, hastens: true, away }, tick);
  const context: RunContext = {
    env,
    signal: loop.signal,
    isClosing: () => isClosing,
    // It may be paused while much waits.
    isListed(address) {
      meet([...endpoints()]);
      return addresses.get(address.endpoint.id) === address;
    },
  };
  clock.onSetBack(() => listedAt = -Infinity);

  async function tick(): Promise<number | null> {
    meet([...endpoints()]);
    if (addresses.size === 0) return null;
    const now = clock.now();
    if (now - listedAt >= PATROL_MS) {
      await readCursors();
      listedAt = now;
    }
    for (const [source, entry] of heads) entry.head = await source.last();
    for (const address of addresses.values()) await begin(address);
    // What is due and was not begun waits for a place; the end of what is under way wakes the loop.
    const later = [...addresses.values()].map(({ nextAt }) => nextAt).filter((at) => at > now);
    return Math.min(...later, listedAt + PATROL_MS);
  }

  /** Takes over the addresses of the moment. */
  function meet(current: readonly Endpoint<unknown>[]): void {
    const ids = new Set(current.map(({ id }) => id));
    for (const id of addresses.keys()) if (!ids.has(id)) addresses.delete(id);
    for (const endpoint of current) {
      const met = addresses.get(endpoint.id);
      if (met !== undefined) met.endpoint = endpoint;
      else {
        listedAt = -Infinity;
        addresses.set(endpoint.id, new Address(endpoint, env, holder));
      }
    }
    const sources = new Set(current.map(({ source }) => source));
    for (const [source, { unwatch }] of heads) {
      if (sources.has(source)) continue;
      unwatch();
      heads.delete(source);
    }
    for (const source of sources) {
      if (heads.has(source)) continue;
      const unwatch = source.watch((isOther = false) => {
        if (isOther) readAnew(source);
        loop.wake();
      });
      heads.set(source, { head: 0, unwatch });
    }
  }

  /** In another database other entries have the numbers that were read. */
  function readAnew(source: Source<unknown>): void {
    for (const address of addresses.values()) {
      if (address.endpoint.source === source) Object.assign(address, { scanned: 0, nextAt: 0 });
    }
  }

  async function readCursors(): Promise<void> {
    for await (const { key, value } of listAll<Cursor>(kv, OUTBOXES)) {
      const address = addresses.get(String(key.at(-1)));
      if (value === null || address === undefined) continue;
      if (!address.isRunning && address.storeFailures === 0) address.adopt(value);
    }
  }

  /** Begins to send to an address, if there is something for it and a place. */
  async function begin(address: Address): Promise<void> {
    if (address.isRunning || address.stopped || isClosing) return;
    if (address.nextAt > clock.now()) {
      const isNews = address.storeFailures === 0 && await hasNews(address);
      if (!isNews || address.isHeldByAnother()) return;
    }
    const lane = address.cursor.failures > 0 ? "failing" : "healthy";
    if (places[lane] === 0) return;
    places[lane]--;
    let hasPlace = true;
    const leave = () => {
      if (hasPlace) places[lane]++;
      hasPlace = false;
      loop.wake();
    };
    const cancel = lane === "healthy" ? clock.after(PLACE_MS, leave) : () => {};
    address.isRunning = true;
    const work = runAddress(address, context).then(() => {
      address.storeFailures = 0;
      outage.succeeded();
    }, (error) => {
      // What the store has is not known: it is read when it is tried again.
      address.storeFailures++;
      address.nextAt = clock.now() + retryDelayMs(address.storeFailures, random.fraction());
      outage.failed(error);
    }).finally(() => {
      address.isRunning = false;
      running.delete(work);
      cancel();
      leave();
    });
    running.add(work);
  }

  /** Whether the log has grown by something for an address; what is not for it is passed over. */
  async function hasNews(address: Address): Promise<boolean> {
    const { endpoint: { source, subjectOf }, cursor } = address;
    const { head } = heads.get(source)!;
    if (!hasRoom(cursor)) return false;
    while (address.scanned < head) {
      if (address.scanned - cursor.read >= MAX_PASSED) return true;
      const takesAt = address.takesAt(cursor, head);
      if (takesAt > clock.now()) {
        address.nextAt = Math.min(address.nextAt, takesAt);
        return false;
      }
      const entries = await source.after(address.scanned, PAGE);
      if (entries.some(({ value }) => subjectOf(value) !== undefined)) return true;
      address.scanned = entries.length < PAGE ? head : entries.at(-1)!.seq;
    }
    return false;
  }

  return {
    wake: loop.wake,
    state(id) {
      const address = addresses.get(id);
      if (address === undefined) return { waiting: 0, state: "ok" };
      const { cursor, endpoint, stopped } = address;
      const unread = (heads.get(endpoint.source)?.head ?? 0) - address.readUpTo(cursor);
      const queued = cursor.waiting.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const state = stopped ? "stopped" : cursor.failures > 0 ? "failing" : "ok";
      return { waiting: Math.max(0, unread) + queued, state };
    },
    async close() {
      isClosing = true;
      for (const { unwatch } of heads.values()) unwatch();
      await Promise.race([Promise.all(running), sleep(clock, MAX_CLOSE_MS)]);
      await loop.close();
      await Promise.race([Promise.all(running), sleep(clock, MAX_CLOSE_MS)]);
    },
  };
}
