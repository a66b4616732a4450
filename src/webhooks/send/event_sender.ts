/**
 * This room delivers the events of the log to webhooks: each in order, at least once, by one process at
 * a time.
 *
 * @module
 */

import type { KeyRecord } from "../../access/records/key_store.ts";
import type { EventLog } from "../../events/event.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { processName } from "../../platform/random.ts";
import { createLoop, type Loop } from "../../shared_state/loop.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import { Attempts } from "./attempts.ts";
import { Cursors } from "./cursors.ts";
import { type Endpoint, mayReceive } from "./endpoint.ts";
import type { PostEvent } from "./post_event.ts";

/** The wait for what comes with an event, or ends with an attempt. */
const GATHER_MS = 20;
/** Outcomes are stored together: those that a killed process has not stored are posted again. */
const FLUSH_MS = 1_000;
/** How often cursors are read if nothing is known to wait. */
const PATROL_MS = 24_000;
/** The same while something waits that another process holds: it lets its cursors go when it ends. */
const RELIST_MS = 4_000;
/** Cursors claimed at once, so that other processes find some too. */
const MAX_CLAIMED = 10;
/** Events read at once. */
const PAGE = 500;
/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;

/** What the sender works with. */
export interface EventSenderDeps extends Env {
  readonly eventLog: EventLog;
  readonly postEvent: PostEvent;
  /** The webhooks that are on, by id. */
  webhooks(): ReadonlyMap<string, OpenWebhook>;
  /** The key as it is now; undefined if it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** Called if a webhook is to be sent nothing any more. */
  switchOff(webhook: OpenWebhook, reason: OffReason): void;
}

/**
 * Sends webhooks what the log holds. While nothing happens it writes nothing.
 *
 * A webhook's cursor in the store says how far the log was delivered and what waits. A process claims it,
 * takes events from the log into it, posts them, and stores what came of that within a second. If the
 * process is killed, its claim ends after 15 s and another one goes on from the cursor: what was posted and
 * not stored is posted again under the same `webhook-id`.
 *
 * This is no job of a worker: a cursor is held over many attempts, several at once, and their outcomes are
 * stored together, with those of other webhooks.
 */
export class EventSender {
  readonly #deps: EventSenderDeps;
  readonly #holder: string;
  readonly #cursors: Cursors;
  readonly #loop: Loop;
  readonly #attempts: Attempts;
  readonly #unwatch: () => void;
  /** The webhooks of the last list. */
  #listed: ReadonlyMap<string, OpenWebhook> = new Map();
  /** Whether the store may have other cursors than are known. */
  #mustList = true;
  #isClosing = false;
  /** When the cursors were last listed, and stored, epoch ms; 0: never. */
  #listedAt = 0;
  #flushedAt = 0;

  /** Creates the sender of this process; it does nothing before {@linkcode EventSender.wake}. */
  constructor(deps: EventSenderDeps) {
    const { eventLog } = deps;
    const options = {
      gatherMs: GATHER_MS,
      hastens: true,
      away: "The store is away, and webhooks wait",
    };
    this.#deps = deps;
    this.#holder = processName(deps.random);
    this.#cursors = new Cursors({ ...deps, holder: this.#holder });
    this.#loop = createLoop(deps, options, () => this.#tick());
    this.#attempts = new Attempts({
      ...deps,
      signal: this.#loop.signal,
      find: (id) => eventLog.get(id),
      settled: (endpoint) => {
        if (!this.#isClosing) this.#attempts.begin(endpoint);
        this.#loop.wake();
      },
    });
    this.#unwatch = eventLog.watch(() => {
      if (deps.webhooks().size > 0) this.#loop.wake();
    });
  }

  /** There may be new events, or other webhooks; cheap. */
  wake(): void {
    this.#loop.wake();
  }

  /** Ends within about 4 s; other processes go on at once. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#isClosing = true;
    await Promise.race([this.#attempts.whenIdle(), sleep(this.#deps.clock, MAX_CLOSE_MS)]);
    await this.#loop.close();
    await this.#cursors.flush(this.#held(), { release: true }).catch(() => {});
  }

  /** Goes once through cursors, log, claims, attempts and store; when to do so again. */
  async #tick(): Promise<number | null> {
    const webhooks = this.#deps.webhooks();
    if (webhooks.size === 0 && this.#listed.size === 0) return null;
    const isListed = webhooks !== this.#listed || this.#isListDue();
    if (isListed) await this.#list();
    await this.#takeUp(this.#active());
    await this.#claimFree(isListed);
    for (const endpoint of this.#active()) this.#attempts.begin(endpoint);
    await this.#flush();
    return this.#nextTickAt();
  }

  /** The endpoints that may be sent something now. */
  #active(): Endpoint[] {
    const { clock, keyOf } = this.#deps;
    const now = clock.now();
    return [...this.#cursors.endpoints.values()].filter(({ webhook }) =>
      mayReceive(keyOf(webhook.record.keyId), now)
    );
  }

  /** The endpoints whose cursors this process holds. */
  #held(): Endpoint[] {
    return [...this.#cursors.endpoints.values()].filter(({ isMine }) => isMine);
  }

  #isListDue(): boolean {
    if (this.#mustList) return true;
    const now = this.#deps.clock.now();
    const waits = this.#active().some((one) => !one.isMine && one.hasWork(now));
    return this.#isPast(this.#listedAt, waits ? RELIST_MS : PATROL_MS);
  }

  /** Whether so many ms have passed since an instant, or the clock was set back. */
  #isPast(since: number, ms: number): boolean {
    const now = this.#deps.clock.now();
    return now - since >= ms || now < since;
  }

  /** Reads the cursors of all webhooks. */
  async #list(): Promise<void> {
    const webhooks = this.#deps.webhooks();
    this.#mustList = true;
    await this.#cursors.list(webhooks);
    this.#listed = webhooks;
    this.#mustList = false;
    this.#listedAt = this.#deps.clock.now();
  }

  /** Takes events into cursors that are held, and looks for them for those that are not. */
  async #takeUp(endpoints: readonly Endpoint[]): Promise<void> {
    const { eventLog, keyOf } = this.#deps;
    const last = await eventLog.lastId();
    for (const endpoint of endpoints) {
      if (endpoint.hasUnread && !endpoint.isMine) continue;
      endpoint.hasUnread = false;
      while (endpoint.scanned !== last) {
        const events = await eventLog.after(endpoint.scanned, PAGE);
        const key = keyOf(endpoint.webhook.record.keyId);
        if (events.length === 0 || !endpoint.take(events, key)) break;
      }
    }
  }

  /** Claims some cursors that no process holds and for which there is something to do. */
  async #claimFree(isListed: boolean): Promise<void> {
    if (this.#isClosing || this.#freeWithWork().length === 0) return;
    if (!isListed) {
      // Others may have claimed them since the last tick.
      await this.#list();
      await this.#takeUp(this.#active());
    }
    const wanted = this.#shuffled(this.#freeWithWork()).slice(0, MAX_CLAIMED);
    if (wanted.length === 0) return;
    // Until it is known whether the commit happened, what is stored is to be read.
    this.#mustList = true;
    this.#mustList = !await this.#cursors.claim(wanted);
    if (!this.#mustList) await this.#takeUp(wanted);
  }

  #freeWithWork(): Endpoint[] {
    const now = this.#deps.clock.now();
    return this.#active().filter((one) => one.isFree(this.#holder, now) && one.hasWork(now));
  }

  #shuffled(endpoints: readonly Endpoint[]): Endpoint[] {
    return endpoints.map((endpoint) => ({ endpoint, at: this.#deps.random.fraction() }))
      .sort((a, b) => a.at - b.at)
      .map(({ endpoint }) => endpoint);
  }

  /** Stores what is dirty when it is time, and holds for longer what needs it to go on. */
  async #flush(): Promise<void> {
    const held = this.#held();
    const ending = held.filter((one) => this.#attempts.needsLonger(one));
    const dirty = held.filter(({ isDirty }) => isDirty);
    const isDue = this.#isPast(this.#flushedAt, FLUSH_MS) ||
      held.some(({ writes }) => writes.length > 0);
    if (ending.length === 0 && (dirty.length === 0 || !isDue)) return;
    this.#flushedAt = this.#deps.clock.now();
    const mustListAnyway = this.#mustList;
    this.#mustList = true;
    const isWhole = await this.#cursors.flush([...new Set([...dirty, ...ending])]);
    this.#mustList = mustListAnyway || !isWhole;
    for (const endpoint of ending) this.#attempts.begin(endpoint);
  }

  /** When to tick next, epoch ms; null if nothing is known to be due. */
  #nextTickAt(): number | null {
    const { clock, random } = this.#deps;
    const now = clock.now();
    const instants = this.#active().map((endpoint) =>
      endpoint.isMine ? this.#nextForHeld(endpoint, now) : this.#nextForOther(endpoint, now)
    );
    if (this.#mustList) instants.push(now + GATHER_MS * (1 + 4 * random.fraction()));
    const next = Math.min(...instants);
    return next === Infinity ? null : Math.max(next, now + GATHER_MS);
  }

  #nextForHeld(endpoint: Endpoint, now: number): number {
    const dueAt = endpoint.nextAttemptAt();
    // What is due and was not begun has no place: the end of another attempt wakes us.
    const attemptAt = dueAt <= now ? Infinity : dueAt;
    return Math.min(endpoint.isDirty ? this.#flushedAt + FLUSH_MS : Infinity, attemptAt);
  }

  #nextForOther(endpoint: Endpoint, now: number): number {
    const workAt = endpoint.hasUnread ? now : endpoint.nextAttemptAt();
    if (workAt === Infinity || endpoint.isFree(this.#holder, now)) return workAt;
    const freeAt = Math.min(endpoint.cursor.heldUntil, this.#listedAt + RELIST_MS);
    return Math.max(workAt, freeAt + this.#deps.random.fraction() * 1_000);
  }
}
