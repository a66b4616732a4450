import type { EventLog } from "../../events/event.ts";
import type { Env } from "../../platform/env.ts";
import { type KvCheck, type KvEntry, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  WEBHOOK_CURSORS,
  webhookAttemptsKey,
  webhookCursorKey,
} from "../../platform/store_keys.ts";
import { claimFor, UNCLAIMED } from "../../shared_state/claim.ts";
import { ATTEMPT_SLOTS, type OpenWebhook } from "../records/webhook_record.ts";
import { type DrainedEndpoint, Endpoint } from "./endpoint.ts";
import { clampInstants, cursorFrom, type WebhookCursor } from "./webhook_cursor.ts";

/** A commit of the store takes 800 KiB; a cursor and its attempts are at most 40 of them. */
const MAX_IN_COMMIT = 20;

/** What the cursors work with. */
export interface CursorsDeps extends Pick<Env, "kv" | "clock"> {
  readonly eventLog: EventLog;
  /** Names this process in the cursors. */
  readonly holder: string;
}

/** The cursors of all webhooks, as far as this process knows and holds them, and the store. */
export class Cursors {
  readonly endpoints = new Map<string, Endpoint>();
  readonly #deps: CursorsDeps;

  constructor(deps: CursorsDeps) {
    this.#deps = deps;
  }

  /** Reads all cursors; those that another process has claimed are let go. */
  async list(webhooks: ReadonlyMap<string, OpenWebhook>): Promise<void> {
    const { kv, clock, eventLog, holder } = this.#deps;
    const entries = new Map<string, KvEntry<WebhookCursor>>();
    for await (const entry of listAll<WebhookCursor>(kv, WEBHOOK_CURSORS)) {
      entries.set(String(entry.key.at(-1)), entry);
    }
    for (const id of this.endpoints.keys()) if (!webhooks.has(id)) this.#drop(id);
    const start = cursorFrom(await eventLog.lastId());
    for (const [id, webhook] of webhooks) {
      const { value, version = null } = entries.get(id) ?? { value: null };
      const cursor = clampInstants(value ?? start, clock.now());
      const known = this.endpoints.get(id);
      if (known !== undefined) known.adopt(webhook, cursor, version, holder);
      else this.endpoints.set(id, new Endpoint(webhook, cursor, version));
    }
  }

  #drop(id: string): void {
    this.endpoints.get(id)!.isMine = false;
    this.endpoints.delete(id);
  }

  /** Claims cursors, all or none; false if another process was first. */
  async claim(wanted: readonly Endpoint[]): Promise<boolean> {
    const { kv, clock, holder } = this.#deps;
    const claim = claimFor(holder, clock.now());
    const claimed = wanted.map((endpoint) => ({
      endpoint,
      cursor: { ...endpoint.cursor, ...claim },
    }));
    const writes = claimed.map(({ endpoint, cursor }) => setCursor(endpoint, cursor));
    const version = await kv.commit(wanted.map(unchanged), writes);
    if (version === null) return false;
    for (const { endpoint, cursor } of claimed) endpoint.hold(cursor, version);
    return true;
  }

  /** Stores what is dirty, and holds it for longer; false if some was claimed by others: list then. */
  async flush(dirty: readonly Endpoint[], { release } = { release: false }): Promise<boolean> {
    let isWhole = true;
    for (let start = 0; start < dirty.length; start += MAX_IN_COMMIT) {
      const some = dirty.slice(start, start + MAX_IN_COMMIT);
      isWhole = await this.#flushSome(some, release) && isWhole;
    }
    return isWhole;
  }

  async #flushSome(dirty: readonly Endpoint[], release: boolean): Promise<boolean> {
    const { kv, clock, holder } = this.#deps;
    const claim = release ? UNCLAIMED : claimFor(holder, clock.now());
    const drained = dirty.map((endpoint) => endpoint.drainDirty(claim));
    let version: string | null = null;
    try {
      version = await kv.commit(dirty.map(unchanged), drained.flatMap(writesOf));
    } finally {
      for (const one of drained) {
        if (version === null) one.endpoint.restoreDirty(one);
        else one.endpoint.noteStored(one, version);
      }
    }
    return version !== null;
  }
}

/** What is stored for an endpoint: its cursor, its attempts, and what these had to be stored. */
function writesOf({ endpoint, attempts, writes, stored }: DrainedEndpoint): KvWrite[] {
  const slot = webhookAttemptsKey(endpoint.id, stored.slot % ATTEMPT_SLOTS);
  const kept = attempts.slice(-ATTEMPT_SLOTS);
  return [
    setCursor(endpoint, stored),
    ...(kept.length > 0 ? [{ set: slot, value: kept }] : []),
    ...writes,
  ];
}

/** Stores the cursor of an endpoint. */
function setCursor({ id }: Endpoint, value: WebhookCursor): KvWrite {
  return { set: webhookCursorKey(id), value };
}

/** Holds while no other process has written the cursor of an endpoint. */
function unchanged({ id, version }: Endpoint): KvCheck {
  return { key: webhookCursorKey(id), version };
}
