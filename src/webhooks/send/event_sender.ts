/**
 * This room delivers the events of the log to webhooks: each in order, at least once, by one process at
 * a time.
 *
 * @module
 */

import type { KeyRecord } from "../../access/records/key_store.ts";
import { createDeliveryLoop } from "../../delivery/delivery_loop.ts";
import type { EventLog } from "../../events/event.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import type { Kv } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import { processName, type Random } from "../../platform/random.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import { createAttempts } from "./attempts_under_way.ts";
import { createCursors, isFree } from "./cursors.ts";
import { type EndpointState, nextAttemptAt } from "./endpoint.ts";
import { isTold } from "./filter.ts";
import { createLogReader, isPast } from "./log_reader.ts";
import type { PostEvent } from "./post_event.ts";

/** The wait for what comes with an event, or ends with an attempt. */
const GATHER_MS = 20;
/** Outcomes are stored together: those that a killed process has not stored are posted again. */
const FLUSH_MS = 1_000;
/** Cursors claimed at once, so that other processes find some too. */
const MAX_CLAIMED = 10;
/** How often cursors and log are looked at when nothing is known to wait. Reads only. */
const PATROL_MS = 24_000;
/** The same while something waits that another process holds. */
const RELIST_MS = 4_000;
/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;

/** What the sender works with. */
export interface EventSenderDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly eventLog: EventLog;
  readonly postEvent: PostEvent;
  /** How often the log is looked at for some time after an event; it is also watched. */
  readonly followMs: number;
  /** The webhooks that are on, by id. */
  webhooks(): ReadonlyMap<string, OpenWebhook>;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** Called where a webhook is to be told nothing any more. */
  switchOff(webhook: OpenWebhook, reason: OffReason): void;
}

/** Tells webhooks what the log holds. While nothing happens it writes nothing. */
export interface EventSender {
  /** There may be new events, or other webhooks; cheap. */
  wake(): void;
  /** Ends within about 4 s; other processes go on at once. */
  close(): Promise<void>;
}

/** Creates the sender of this process; it does nothing before {@linkcode EventSender.wake}. */
export function createEventSender(deps: EventSenderDeps): EventSender {
  const { clock, random, eventLog } = deps;
  const holder = processName(random);
  const cursors = createCursors({ ...deps, holder });
  const log = createLogReader({ ...deps, patrolMs: PATROL_MS });
  const loop = createDeliveryLoop({ ...deps, look }, {
    gatherMs: GATHER_MS,
    hastens: true,
    away: "The store is away, and webhooks wait",
  });
  const attempts = createAttempts({
    ...deps,
    signal: loop.signal,
    find: log.find,
    settled: (endpoint) => {
      if (!isClosing) attempts.begin(endpoint);
      loop.wake();
    },
  });
  let known: ReadonlyMap<string, OpenWebhook> = new Map();
  let mustList = true;
  let isClosing = false;
  const at = { list: 0, flush: 0 };

  const unwatch = eventLog.watch(() => {
    log.note();
    if (deps.webhooks().size > 0) loop.wake();
  });

  /** Looks once: log, cursors, claims, attempts, store. */
  async function look(): Promise<number | null> {
    const webhooks = deps.webhooks();
    if (webhooks.size === 0 && known.size === 0) return null;
    const isListDue = mustList || webhooks !== known || isPast(clock, at.list, listAfterMs());
    if (isListDue) await list();
    await log.read(cursors.endpoints);
    for (const endpoint of active()) await log.takeUp(endpoint);
    await claimFree(isListDue);
    active().forEach(attempts.begin);
    await flushAhead();
    return nextLook();
  }

  /** A process that ends lets its cursors go: others look for them while something waits. */
  function listAfterMs(): number {
    const now = clock.now();
    const waits = active().some((one) => !one.isMine && hasWork(one, now));
    return waits ? RELIST_MS : PATROL_MS;
  }

  /** The endpoints that may be told something now. */
  function active(): EndpointState[] {
    const now = clock.now();
    return [...cursors.endpoints.values()].filter(({ webhook }) =>
      isTold(deps.keyOf(webhook.record.keyId), now)
    );
  }

  async function list(): Promise<void> {
    const webhooks = deps.webhooks();
    mustList = true;
    await cursors.list(webhooks);
    known = webhooks;
    mustList = false;
    at.list = clock.now();
  }

  const hasWork = (endpoint: EndpointState, now: number) =>
    endpoint.hasUnread || nextAttemptAt(endpoint) <= now;

  function freeWithWork(): EndpointState[] {
    const now = clock.now();
    return active().filter((one) => isFree(one, holder, now) && hasWork(one, now));
  }

  async function claimFree(isListed: boolean): Promise<void> {
    if (isClosing || freeWithWork().length === 0) return;
    if (!isListed) {
      // Others may have claimed them since the last look.
      await list();
      for (const endpoint of active()) await log.takeUp(endpoint);
    }
    const wanted = shuffled(freeWithWork()).slice(0, MAX_CLAIMED);
    if (wanted.length === 0) return;
    // Until it is known whether the commit happened, what is stored is to be looked at.
    mustList = true;
    mustList = !await cursors.claim(wanted);
    if (!mustList) { for (const endpoint of wanted) await log.takeUp(endpoint); }
  }

  function shuffled(endpoints: readonly EndpointState[]): EndpointState[] {
    return endpoints.map((endpoint) => ({ endpoint, place: random.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ endpoint }) => endpoint);
  }

  async function flushAhead(): Promise<void> {
    const mine = [...cursors.endpoints.values()].filter(({ isMine }) => isMine);
    const ending = mine.filter(attempts.needsLonger);
    const isDue = isPast(clock, at.flush, FLUSH_MS) || mine.some(({ writes }) => writes.length > 0);
    const ahead = mine.filter(({ isAhead }) => isAhead);
    if (ending.length === 0 && (!isDue || ahead.length === 0)) return;
    at.flush = clock.now();
    const mustListAnyway = mustList;
    mustList = true;
    const isWhole = await cursors.flush([...new Set([...ahead, ...ending])]);
    mustList = mustListAnyway || !isWhole;
    ending.forEach(attempts.begin);
  }

  function nextLook(): number | null {
    const now = clock.now();
    const instants = active().map((endpoint) => nextFor(endpoint, now));
    if (mustList) instants.push(now + GATHER_MS * (1 + 4 * random.fraction()));
    const next = Math.min(log.nextReadAt(), ...instants);
    return next === Infinity ? null : Math.max(next, now + GATHER_MS);
  }

  function nextFor(endpoint: EndpointState, now: number): number {
    const { isMine, isAhead, cursor, hasUnread } = endpoint;
    const dueAt = nextAttemptAt(endpoint);
    // What is due and was not begun has no place: the end of another attempt wakes us.
    if (isMine) return Math.min(isAhead ? at.flush + FLUSH_MS : Infinity, after(now, dueAt));
    const workAt = hasUnread ? now : dueAt;
    if (workAt === Infinity || isFree(endpoint, holder, now)) return workAt;
    const freeAt = Math.min(cursor.heldUntil, at.list + RELIST_MS);
    return Math.max(workAt, freeAt + random.fraction() * 1_000);
  }

  async function close(): Promise<void> {
    isClosing = true;
    unwatch();
    await Promise.race([attempts.whenIdle(), sleep(clock, MAX_CLOSE_MS)]);
    await loop.close();
    const mine = [...cursors.endpoints.values()].filter(({ isMine }) => isMine);
    await cursors.flush(mine, { release: true }).catch(() => {});
  }

  return { wake: loop.wake, close };
}

function after(now: number, at: number): number {
  return at <= now ? Infinity : at;
}
