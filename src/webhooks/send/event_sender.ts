/**
 * This room delivers the events of the log to webhooks: each in order, at least once, by one process at
 * a time.
 *
 * @module
 */

import type { EventReader } from "../../events/event.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { type KvEntry, listAll } from "../../platform/kv.ts";
import { processName } from "../../platform/random.ts";
import { WEBHOOK_CURSORS } from "../../platform/store_keys.ts";
import { type Claim, claimFor, UNCLAIMED } from "../../shared_state/claim.ts";
import { createLoop, type Loop } from "../../shared_state/loop.ts";
import type { OpenWebhooks } from "../records/webhook_store.ts";
import { Attempts, type AttemptsDeps } from "./attempts.ts";
import { Endpoint, mayReceive } from "./endpoint.ts";
import { clampInstants, cursorFrom, type WebhookCursor } from "./webhook_cursor.ts";

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
/** A commit of the store takes 800 KiB; a cursor and its attempts are at most 40 of them. */
const MAX_IN_COMMIT = 20;
/** Events read at once. */
const PAGE = 500;
/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;

interface EventSenderDeps extends Env, Omit<AttemptsDeps, "signal" | "settled"> {
  readonly eventLog: EventReader;
  /** The webhooks that are on, by id. */
  webhooks(): OpenWebhooks;
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
  readonly #loop: Loop;
  readonly #attempts: Attempts;
  readonly #unwatch: () => void;
  /** What this process knows of each webhook, by its id. */
  readonly #endpoints = new Map<string, Endpoint>();
  #listed: OpenWebhooks = new Map();
  /** Whether the store may have other cursors than are known. */
  #mustList = true;
  #isClosing = false;
  /** When the cursors were last listed, and stored, epoch ms; 0: never. */
  #listedAt = 0;
  #flushedAt = 0;

  /** Creates the sender of this process; it does nothing before {@linkcode EventSender.wake}. */
  constructor(deps: EventSenderDeps) {
    const away = "The store is unreachable, and webhooks wait";
    this.#deps = deps;
    this.#holder = processName(deps.random);
    this.#loop = createLoop(deps, { gatherMs: GATHER_MS, hastens: true, away }, () => this.#tick());
    this.#attempts = new Attempts({
      ...deps,
      signal: this.#loop.signal,
      settled: (endpoint) => {
        if (!this.#isClosing) this.#attempts.begin(endpoint);
        this.#loop.wake();
      },
    });
    this.#unwatch = deps.eventLog.watch(() => {
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
    await this.#store(this.#held(), () => UNCLAIMED).catch(() => {});
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
    return [...this.#endpoints.values()].filter(({ webhook }) =>
      mayReceive(keyOf(webhook.record.keyId), now)
    );
  }

  #held(): Endpoint[] {
    return [...this.#endpoints.values()].filter(({ isMine }) => isMine);
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

  /** Reads the cursors of all webhooks; those that another process has claimed are let go. */
  async #list(): Promise<void> {
    const { kv, clock, eventLog } = this.#deps;
    const webhooks = this.#deps.webhooks();
    this.#mustList = true;
    const entries = new Map<string, KvEntry<WebhookCursor>>();
    for await (const entry of listAll<WebhookCursor>(kv, WEBHOOK_CURSORS)) {
      entries.set(String(entry.key.at(-1)), entry);
    }
    for (const [id, endpoint] of this.#endpoints) {
      if (webhooks.has(id)) continue;
      endpoint.isMine = false;
      this.#endpoints.delete(id);
    }
    const start = cursorFrom(await eventLog.lastId());
    for (const [id, webhook] of webhooks) {
      const { value, version = null } = entries.get(id) ?? { value: null };
      const cursor = clampInstants(value ?? start, clock.now());
      const known = this.#endpoints.get(id);
      if (known !== undefined) known.adopt(webhook, cursor, version, this.#holder);
      else this.#endpoints.set(id, new Endpoint(webhook, cursor, version));
    }
    this.#listed = webhooks;
    this.#mustList = false;
    this.#listedAt = clock.now();
  }

  /** Takes events into cursors that are held, and finds out whether there are any for those that are not. */
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
    this.#mustList = !await this.#claim(wanted);
    if (!this.#mustList) await this.#takeUp(wanted);
  }

  /** Claims cursors, all or none; false if another process was first. */
  async #claim(wanted: readonly Endpoint[]): Promise<boolean> {
    const { kv, clock } = this.#deps;
    const claim = claimFor(this.#holder, clock.now());
    const claimed = wanted.map((one) => ({ one, cursor: { ...one.cursor, ...claim } }));
    const writes = claimed.map(({ one: { key }, cursor }) => ({ set: key, value: cursor }));
    const version = await kv.commit(wanted.map(({ unchanged }) => unchanged), writes);
    if (version === null) return false;
    for (const { one, cursor } of claimed) one.hold(cursor, version);
    return true;
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
    const isWhole = await this.#store(
      [...new Set([...dirty, ...ending])],
      () => claimFor(this.#holder, this.#deps.clock.now()),
    );
    this.#mustList = mustListAnyway || !isWhole;
    for (const endpoint of ending) this.#attempts.begin(endpoint);
  }

  /** Stores endpoints under the claim of that moment; false if others claimed some: list then. */
  async #store(endpoints: readonly Endpoint[], claimNow: () => Claim): Promise<boolean> {
    let isWhole = true;
    for (let start = 0; start < endpoints.length; start += MAX_IN_COMMIT) {
      const some = endpoints.slice(start, start + MAX_IN_COMMIT);
      isWhole = await this.#storeSome(some, claimNow()) && isWhole;
    }
    return isWhole;
  }

  async #storeSome(endpoints: readonly Endpoint[], claim: Claim): Promise<boolean> {
    const drained = endpoints.map((endpoint) => endpoint.drainDirty(claim));
    const checks = endpoints.map(({ unchanged }) => unchanged);
    let version: string | null = null;
    try {
      version = await this.#deps.kv.commit(checks, drained.flatMap(({ stored }) => stored));
    } finally {
      for (const one of drained) {
        if (version === null) one.endpoint.restoreDirty(one);
        else one.endpoint.noteStored(one, version);
      }
    }
    return version !== null;
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
