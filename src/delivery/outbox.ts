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
import { createLoop, type Loop, retryDelayMs } from "../store/loop.ts";
import { Address, type Sending } from "./address.ts";
import { type Cursor, OUTBOXES } from "./cursor.ts";
import type { Endpoint, Outbox, Source } from "./endpoint.ts";

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
  const addresses = new Map<string, Address>();
  const heads = new Map<Source<unknown>, { head: number; readonly unwatch: () => void }>();
  const running = new Set<Promise<void>>();
  const places = { ...PLACES };
  let listedAt = -Infinity;
  let isClosing = false;
  const away = "The store is unreachable, and what is to be sent waits";
  const outage = createOutageLog(log, { away: "Cannot store what was sent, trying again" });
  const loop: Loop = createLoop(env, { gatherMs: GATHER_MS, away }, tick);
  const sending: Sending = {
    env,
    holder: processName(random),
    signal: loop.signal,
    isClosing: () => isClosing,
    // It may be paused while much waits.
    isListed(address) {
      meet();
      return addresses.get(address.endpoint.id) === address;
    },
  };
  clock.onSetBack(() => listedAt = -Infinity);

  async function tick(): Promise<number | null> {
    meet();
    if (addresses.size === 0) return null;
    const now = clock.now();
    if (now - listedAt >= PATROL_MS) {
      await readCursors();
      listedAt = now;
    }
    for (const [source, entry] of heads) entry.head = await source.last();
    for (const address of addresses.values()) begin(address);
    // What is due and was not begun waits for a place; the end of what is under way wakes the loop.
    const later = [...addresses.values()].map(({ nextAt }) => nextAt).filter((at) => at > now);
    return Math.min(...later, listedAt + PATROL_MS);
  }

  /** Takes over the addresses of the moment. */
  function meet(): void {
    const current = new Map([...endpoints()].map((endpoint) => [endpoint.id, endpoint]));
    for (const id of addresses.keys()) if (!current.has(id)) addresses.delete(id);
    for (const [id, endpoint] of current) {
      const met = addresses.get(id);
      if (met === undefined) listedAt = -Infinity;
      if (met === undefined) addresses.set(id, new Address(endpoint, sending));
      else met.endpoint = endpoint;
    }
    const sources = new Set([...current.values()].map(({ source }) => source));
    for (const [source, { unwatch }] of heads) {
      if (sources.has(source)) continue;
      unwatch();
      heads.delete(source);
    }
    for (const source of sources) {
      if (heads.has(source)) continue;
      const unwatch = source.watch((isOther = false) => {
        const its = addresses.values().filter(({ endpoint }) => endpoint.source === source);
        if (isOther) its.forEach((address) => address.readAnew());
        loop.wake();
      });
      heads.set(source, { head: 0, unwatch });
    }
  }

  async function readCursors(): Promise<void> {
    for (const address of addresses.values()) address.seenHead = -1;
    for await (const { key, value } of listAll<Cursor>(kv, OUTBOXES)) {
      const address = addresses.get(String(key.at(-1)));
      if (value === null || address === undefined) continue;
      if (!address.isRunning && address.storeFailures === 0) address.adopt(value);
    }
  }

  /** Begins to send to an address, if there is something for it and a place. */
  function begin(address: Address): void {
    if (address.isRunning || address.isStopped || isClosing) return;
    const { head } = heads.get(address.endpoint.source)!;
    if (address.nextAt > clock.now()) {
      const hasNews = address.storeFailures === 0 && address.seenHead !== head;
      if (!hasNews || address.isHeldByAnother()) return;
      address.nextAt = Math.min(address.nextAt, address.takesAt(head));
      if (address.nextAt > clock.now()) return;
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
    address.seenHead = head;
    const work = address.run().then(() => {
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

  return {
    wake: loop.wake,
    state(id) {
      const address = addresses.get(id);
      if (address === undefined) return { waiting: 0, state: "ok" };
      const { cursor: { read, waiting, failures }, endpoint, isStopped } = address;
      const unread = Math.max(0, (heads.get(endpoint.source)?.head ?? 0) - read);
      const queued = waiting.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const state = isStopped ? "stopped" : failures > 0 ? "failing" : "ok";
      return { waiting: unread + queued, state };
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
