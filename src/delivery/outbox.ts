/**
 * This room sends what logs hold to addresses: each in order, at least once, by one process at a time.
 *
 * @module
 */

import type { Log as EntryLog, Numbered } from "../events/log.ts";
import { sleep } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { listAll } from "../platform/kv.ts";
import { createOutageLog } from "../platform/log.ts";
import { processName } from "../platform/random.ts";
import { createLoop, type Loop, retryDelayMs } from "../shared_state/loop.ts";
import {
  applied,
  type Cursor,
  cursorAt,
  dueItems,
  hasRoom,
  isHeldByAnother,
  type Item,
  MAX_WAIT_MS,
  nextDueAt,
  OUTBOXES,
  outboxKey,
  queued,
  type Settled,
  UNCLAIMED,
} from "./cursor.ts";
import type { Attempt, Endpoint, Outbox, Sent, Source } from "./endpoint.ts";

/** The wait for what comes with an entry, or ends with a send. */
const GATHER_MS = 20;
/** How often cursors are read for what a process that died has left. */
const PATROL_MS = 10_000;
/** Entries read at once. */
const PAGE = 500;
/** Entries passed over from which on the cursor is stored: who starts does not read them again. */
const MAX_PASSED = 10_000;
/** A claim outlives the send that it is for. */
const CLAIM_BEYOND_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;
/**
 * Addresses that are sent to at once in a process. Those that failed last have places of their own, and one
 * that takes longer than a second gives its place up: the dead delay nobody else.
 */
const PLACES = { healthy: 32, failing: 32 };
const PLACE_MS = 1_000;

/** What this process knows of an address. */
interface Known<T> {
  endpoint: Endpoint<T>;
  cursor: Cursor;
  /** Up to here the log holds nothing for the address but what the stored cursor has. */
  scanned: number;
  /** When there is something to do, epoch ms; Infinity: when the log grows. */
  nextAt: number;
  isRunning: boolean;
  /** Runs that the store failed, in a row. */
  storeFailures: number;
  stopped: boolean;
}

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
  const known = new Map<string, Known<unknown>>();
  const heads = new Map<Source<unknown>, { head: number; unwatch: () => void }>();
  const running = new Set<Promise<void>>();
  const places = { ...PLACES };
  let listedAt = -Infinity;
  let isClosing = false;
  const away = "The store is unreachable, and what is to be sent waits";
  const outage = createOutageLog(log, { away: "Cannot store what was sent, trying again" });
  const loop: Loop = createLoop(env, { gatherMs: GATHER_MS, hastens: true, away }, tick);
  clock.onSetBack(() => listedAt = -Infinity);

  async function tick(): Promise<number | null> {
    meet([...endpoints()]);
    if (known.size === 0) return null;
    const now = clock.now();
    if (now - listedAt >= PATROL_MS) {
      await readCursors();
      listedAt = now;
    }
    for (const [source, entry] of heads) entry.head = await source.last();
    for (const one of known.values()) await begin(one);
    // What is due and was not begun waits for a place; the end of what is under way wakes the loop.
    const later = [...known.values()].map(({ nextAt }) => nextAt).filter((at) => at > now);
    return Math.min(...later, listedAt + PATROL_MS);
  }

  /** Takes over the addresses of the moment. */
  function meet(current: readonly Endpoint<unknown>[]): void {
    const ids = new Set(current.map(({ id }) => id));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    for (const endpoint of current) {
      const met = known.get(endpoint.id);
      if (met !== undefined) met.endpoint = endpoint;
      else {
        listedAt = -Infinity;
        const cursor = cursorAt(0);
        const state = { scanned: 0, nextAt: 0, isRunning: false, storeFailures: 0, stopped: false };
        known.set(endpoint.id, { endpoint, cursor, ...state });
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
    for (const one of known.values()) {
      if (one.endpoint.source === source) Object.assign(one, { scanned: 0, nextAt: 0 });
    }
  }

  /** Whether an address is still to be sent something: it may be paused while much waits. */
  function isListed(one: Known<unknown>): boolean {
    meet([...endpoints()]);
    return known.get(one.endpoint.id) === one;
  }

  async function readCursors(): Promise<void> {
    for await (const { key, value } of listAll<Cursor>(kv, OUTBOXES)) {
      const one = known.get(String(key.at(-1)));
      if (value === null || one === undefined || one.isRunning || one.storeFailures > 0) continue;
      adopt(one, clamped(one, value));
    }
  }

  /** Goes on from a cursor as it is stored. */
  function adopt(one: Known<unknown>, cursor: Cursor): void {
    if (cursor.read > one.scanned || cursor.read < one.cursor.read) one.scanned = cursor.read;
    one.cursor = cursor;
    one.nextAt = dueAtOf(one);
  }

  function clamped({ endpoint }: Known<unknown>, cursor: Cursor): Cursor {
    const now = clock.now();
    const latest = now + MAX_WAIT_MS;
    return {
      ...cursor,
      heldUntil: clampFuture(cursor.heldUntil, now + claimMsOf(endpoint) + CLAIM_BEYOND_MS),
      pausedUntil: clampFuture(cursor.pausedUntil, latest),
      begunAt: clampFuture(cursor.begunAt, now + CLAIM_BEYOND_MS),
      waiting: cursor.waiting.map((item) => ({ ...item, dueAt: clampFuture(item.dueAt, latest) })),
    };
  }

  function claimMsOf({ timeoutMs = TIMEOUT_MS }: Endpoint<unknown>): number {
    return timeoutMs + CLAIM_BEYOND_MS;
  }

  /** When an address is to be looked at, by its cursor. */
  function dueAtOf({ cursor }: Known<unknown>): number {
    const due = nextDueAt(cursor);
    if (due === Infinity || !isHeldByAnother(cursor, holder, clock.now())) return due;
    return Math.max(due, cursor.heldUntil + random.fraction() * 1_000);
  }

  /** Begins to send to an address, if there is something for it and a place. */
  async function begin(one: Known<unknown>): Promise<void> {
    if (one.isRunning || one.stopped || isClosing) return;
    const isNews = one.nextAt > clock.now() && one.storeFailures === 0 && await hasNews(one);
    if (isNews && isHeldByAnother(one.cursor, holder, clock.now())) return;
    if (!isNews && one.nextAt > clock.now()) return;
    const lane = one.cursor.failures > 0 ? "failing" : "healthy";
    if (places[lane] === 0) return;
    places[lane]--;
    let hasPlace = true;
    const leave = () => {
      if (hasPlace) places[lane]++;
      hasPlace = false;
      loop.wake();
    };
    const cancel = lane === "healthy" ? clock.after(PLACE_MS, leave) : () => {};
    one.isRunning = true;
    const work = run(one).then(() => {
      one.storeFailures = 0;
      outage.succeeded();
    }, (error) => {
      // What the store has is not known: it is read when it is tried again.
      one.storeFailures++;
      one.nextAt = clock.now() + retryDelayMs(one.storeFailures, random.fraction());
      outage.failed(error);
    }).finally(() => {
      one.isRunning = false;
      running.delete(work);
      cancel();
      leave();
    });
    running.add(work);
  }

  /** Whether the log has grown by something for an address; what is not for it is passed over. */
  async function hasNews(one: Known<unknown>): Promise<boolean> {
    const { endpoint } = one;
    const { head } = heads.get(endpoint.source)!;
    if (!hasRoom(one.cursor)) return false;
    while (one.scanned < head) {
      if (one.scanned - one.cursor.read >= MAX_PASSED) return true;
      if (endpoint.batch !== undefined) {
        if (one.cursor.waiting.length > 0) return false;
        const beginsAt = beginsAtOf(one, one.cursor, head);
        if (beginsAt > clock.now()) one.nextAt = Math.min(one.nextAt, beginsAt);
        if (beginsAt > clock.now()) return false;
      }
      const entries = await endpoint.source.after(one.scanned, PAGE);
      if (entries.some(({ value }) => endpoint.subjectOf(value) !== undefined)) return true;
      one.scanned = entries.length < PAGE ? head : entries.at(-1)!.seq;
    }
    return false;
  }

  function beginsAtOf({ endpoint, scanned }: Known<unknown>, cursor: Cursor, head: number): number {
    const waiting = head - Math.max(cursor.read, scanned);
    return endpoint.beginsAt?.(waiting, cursor.begunAt) ?? 0;
  }

  /** Sends to one address until nothing is due. Rejects if the store is unreachable. */
  async function run(one: Known<unknown>): Promise<void> {
    const { endpoint } = one;
    const key = outboxKey(endpoint.id);
    const entry = await kv.get<Cursor>(key);
    let { version } = entry;
    if (entry.value === null && endpoint.begins === "never") return void (one.nextAt = Infinity);
    let cursor = clamped(one, entry.value ?? cursorAt(0));
    const { read } = cursor;
    adopt(one, cursor);
    if (isHeldByAnother(cursor, holder, clock.now())) return;
    while (!loop.signal.aborted && isListed(one)) {
      cursor = await take(one, cursor);
      const due = isClosing ? [] : dueItems(cursor, clock.now());
      if (due.length === 0) {
        if (cursor.read - read >= MAX_PASSED) {
          await kv.commit([{ key, version }], [{ set: key, value: cursor }]);
        }
        break;
      }
      const loaded = await Promise.all(due.map((item) => entriesOf(endpoint, item)));
      const claim = { holder, heldUntil: clock.now() + claimMsOf(endpoint) };
      const held: Cursor = { ...cursor, ...claim };
      version = await kv.commit([{ key, version }], [{ set: key, value: held }]);
      if (version === null) return again(one);
      const settled = await Promise.all(
        due.map((item, place) => send(endpoint, item, loaded[place]!)),
      );
      cursor = settled.reduce((now, each) => applied(now, each, clock.now()), held);
      const goesOn = !isClosing && dueItems(cursor, clock.now()).length > 0;
      const stored = { ...cursor, ...(goesOn ? claim : UNCLAIMED) };
      const attempts = settled.flatMap(({ attempt }) => attempt ?? []);
      const notes = attempts.length > 0 ? await endpoint.attempted?.(attempts) ?? [] : [];
      const writes = attempts.flatMap(({ sent }) => sent.kind === "sent" ? sent.writes ?? [] : []);
      version = await kv.commit([{ key, version }], [
        { set: key, value: stored },
        ...notes,
        ...writes,
      ]);
      if (version === null) return again(one);
      cursor = stored;
      adopt(one, cursor);
      if (await endOf(one, attempts)) return;
    }
    one.cursor = cursor;
    one.nextAt = dueAtOf(one);
  }

  /** Another process was first, or the address is gone: its cursor is read soon. */
  function again(one: Known<unknown>): void {
    one.nextAt = clock.now() + GATHER_MS * (1 + 9 * random.fraction());
  }

  /** Takes what there is room for from the log into a cursor. */
  async function take(one: Known<unknown>, cursor: Cursor): Promise<Cursor> {
    const { endpoint } = one;
    const { source, batch } = endpoint;
    const head = await source.last();
    while (hasRoom(cursor) && Math.max(cursor.read, one.scanned) < head) {
      if (batch !== undefined) {
        if (cursor.waiting.length > 0) break;
        const beginsAt = beginsAtOf(one, cursor, head);
        if (beginsAt > clock.now()) break;
      }
      const from = Math.max(cursor.read, one.scanned);
      const entries = await source.after(from, batch ?? PAGE);
      // What is not there has ended its life.
      const last = entries.at(-1)?.seq ?? 0;
      const read = entries.length < (batch ?? PAGE) ? Math.max(head, last) : last;
      const wanted = entries.filter(({ value }) => endpoint.subjectOf(value) !== undefined);
      if (batch !== undefined && wanted.length > 0) {
        const item = { subject: "", first: wanted[0]!.seq, last: wanted.at(-1)!.seq };
        cursor = queued({ ...cursor, read, begunAt: clock.now() }, item);
      } else {
        let taken: Cursor = { ...cursor, read };
        for (const { seq, value } of wanted) {
          if (!hasRoom(taken)) {
            taken = { ...taken, read: seq - 1 };
            break;
          }
          taken = queued(taken, { subject: endpoint.subjectOf(value)!, first: seq, last: seq });
        }
        cursor = taken;
      }
    }
    return cursor;
  }

  async function entriesOf(
    { source, subjectOf }: Endpoint<unknown>,
    { first, last }: Item,
  ): Promise<readonly Numbered<unknown>[]> {
    const entries = await source.after(first - 1, last - first + 1);
    return entries.filter(({ seq, value }) => seq <= last && subjectOf(value) !== undefined);
  }

  async function send(
    endpoint: Endpoint<unknown>,
    item: Item,
    entries: readonly Numbered<unknown>[],
  ): Promise<Settled> {
    // What reads the log may have ended before.
    if (loop.signal.aborted) return { item, outcome: "unsent" };
    // They are kept no more, or the address may not have them any more.
    if (entries.length === 0) return { item, outcome: "passed" };
    const at = clock.now();
    const attempt = item.failures + 1;
    const sent = await endpoint.send(entries, attempt, loop.signal)
      .catch((error) => failed(endpoint, error));
    if (loop.signal.aborted && sent.kind !== "sent") return { item, outcome: "unsent" };
    const now = clock.now();
    const nextAt = nextAttemptAt(endpoint, attempt, sent, now);
    const made = { entries, attempt, at, ms: now - at, sent, nextAt };
    return { item, outcome: sent, nextAt, attempt: made };
  }

  /** A fault of what sends is one attempt: others that are under way have arrived. */
  function failed({ id }: Endpoint<unknown>, error: unknown): Sent {
    // The message may hold the address.
    const kind = error instanceof Error ? error.name : typeof error;
    log.error("What sends to an address has failed", { address: id, error: kind });
    return { kind: "later", reason: "no answer" };
  }

  /** Ends what is over; whether it is. */
  async function endOf(
    one: Known<unknown>,
    attempts: readonly Attempt<unknown>[],
  ): Promise<boolean> {
    const { endpoint, cursor } = one;
    const gone = attempts.map(({ sent }) => sent).find((sent) => sent.kind === "gone");
    const { offAfterMs = Infinity } = endpoint;
    const isDead = cursor.failingSince > 0 && clock.now() - cursor.failingSince >= offAfterMs;
    if (gone === undefined && !isDead) return false;
    await endpoint.off?.(
      gone === undefined ? "failing" : "gone",
      gone?.reason ?? "no success for days",
    );
    one.stopped = true;
    one.nextAt = Infinity;
    return true;
  }

  return {
    wake: loop.wake,
    state(id) {
      const one = known.get(id);
      if (one === undefined) return { waiting: 0, state: "ok" };
      const { cursor, endpoint, scanned, stopped } = one;
      const unread = (heads.get(endpoint.source)?.head ?? 0) - Math.max(cursor.read, scanned);
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

/** When an entry is sent again, epoch ms; null: it is not. */
function nextAttemptAt(
  endpoint: Endpoint<unknown>,
  failures: number,
  sent: Sent,
  now: number,
): number | null {
  if (sent.kind !== "later") return null;
  const waitMs = endpoint.waitMs(failures);
  return waitMs === undefined ? null : now + Math.max(waitMs, sent.waitMs ?? 0);
}

/** An instant of the store, or 0 if it is after `latest`: the clock was set back since. */
function clampFuture(at: number, latest: number): number {
  return at <= latest ? at : 0;
}
