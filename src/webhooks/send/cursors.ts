import { claimFor, isHeldByAnother, UNCLAIMED } from "../../delivery/claim.ts";
import { type EventLog, isLaterEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Kv, type KvEntry, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  WEBHOOK_CURSORS,
  webhookAttemptsKey,
  webhookCursorKey,
} from "../../platform/store_keys.ts";
import { ATTEMPT_SLOTS } from "../records/attempts.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import { createEndpointState, type EndpointState } from "./endpoint.ts";
import { cursorFrom, sensibleCursor, type WebhookCursor } from "./webhook_cursor.ts";

/** A commit of the store takes 800 KiB; a cursor and its attempts are at most 40 of them. */
const MAX_IN_COMMIT = 20;

/** What the cursors work with. */
export interface CursorsDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly eventLog: EventLog;
  /** Names this process in the cursors. */
  readonly holder: string;
}

/** The cursors of all webhooks: what this process knows of them, and which ones it holds. */
export interface Cursors {
  readonly endpoints: ReadonlyMap<string, EndpointState>;
  /** Reads all cursors; those that another process has taken are let go. */
  list(webhooks: ReadonlyMap<string, OpenWebhook>): Promise<void>;
  /** Claims cursors, all or none; false where another process was first. */
  claim(endpoints: readonly EndpointState[]): Promise<boolean>;
  /** Stores what is ahead, and holds it for longer; false where some was taken: list then. */
  flush(endpoints: readonly EndpointState[], options?: { release: boolean }): Promise<boolean>;
}

/** Creates the cursors of this process. */
export function createCursors(deps: CursorsDeps): Cursors {
  const { kv, clock, holder } = deps;
  const endpoints = new Map<string, EndpointState>();

  async function list(webhooks: ReadonlyMap<string, OpenWebhook>): Promise<void> {
    const stored = new Map<string, KvEntry<WebhookCursor>>();
    for await (const entry of listAll<WebhookCursor>(kv, WEBHOOK_CURSORS)) {
      stored.set(String(entry.key.at(-1)), entry);
    }
    for (const id of endpoints.keys()) if (!webhooks.has(id)) drop(id);
    const start = cursorFrom(await deps.eventLog.lastId());
    for (const [id, webhook] of webhooks) {
      const { value, version = null } = stored.get(id) ?? { value: null };
      adopt(webhook, sensibleCursor(value ?? start, clock.now()), version);
    }
  }

  function drop(id: string): void {
    endpoints.get(id)!.isMine = false;
    endpoints.delete(id);
  }

  function adopt(webhook: OpenWebhook, cursor: WebhookCursor, version: string | null): void {
    const { id } = webhook.record;
    const known = endpoints.get(id);
    if (known === undefined) {
      return void endpoints.set(id, createEndpointState(webhook, cursor, version));
    }
    Object.assign(known, { webhook, hasUnread: false });
    if (known.version === version) return;
    known.version = version;
    // A commit whose reply was lost: nobody else writes while this process is named.
    if (known.isMine && cursor.holder === holder) return;
    letGo(known, cursor);
  }

  function letGo(endpoint: EndpointState, cursor: WebhookCursor): void {
    const { scanned } = endpoint;
    Object.assign(endpoint, { isMine: false, cursor, isAhead: false, attempts: [], writes: [] });
    endpoint.scanned = isLaterEvent(scanned, cursor.read) ? scanned : cursor.read;
  }

  async function claim(wanted: readonly EndpointState[]): Promise<boolean> {
    const now = clock.now();
    const claimed = wanted.map(({ cursor }) => ({ ...cursor, ...claimFor(holder, now) }));
    const version = await commit(
      wanted,
      (_, place) => [setCursor(wanted[place]!, claimed[place]!)],
    );
    if (version === null) return false;
    wanted.forEach((endpoint, place) => {
      const cursor = claimed[place]!;
      // What was passed over before may have been wanted by a key that had more groups.
      Object.assign(endpoint, { cursor, version, isMine: true, scanned: cursor.read });
      endpoint.tenure++;
    });
    return true;
  }

  async function flush(
    ahead: readonly EndpointState[],
    { release } = { release: false },
  ): Promise<boolean> {
    let isWhole = true;
    for (let start = 0; start < ahead.length; start += MAX_IN_COMMIT) {
      isWhole = await flushSome(ahead.slice(start, start + MAX_IN_COMMIT), release) && isWhole;
    }
    return isWhole;
  }

  async function flushSome(ahead: readonly EndpointState[], release: boolean): Promise<boolean> {
    const now = clock.now();
    const taken = ahead.map((endpoint) => {
      const { attempts, writes, cursor, scanned } = endpoint;
      const slot = cursor.slot + (attempts.length > 0 ? 1 : 0);
      const claim = release ? UNCLAIMED : claimFor(holder, now);
      const own = { ...cursor, read: scanned, slot };
      Object.assign(endpoint, { cursor: own, attempts: [], writes: [], isAhead: false });
      return { endpoint, attempts, writes, next: { ...own, ...claim }, claim };
    });
    const giveBack = () =>
      taken.forEach(({ endpoint, attempts, writes }) => {
        endpoint.attempts.unshift(...attempts);
        endpoint.writes.unshift(...writes);
        endpoint.isAhead = true;
      });
    try {
      const version = await commit(ahead, (_, place) => writesOf(taken[place]!));
      if (version === null) giveBack();
      // Only what is stored is held: attempts may have ended, and none have begun, meanwhile.
      else {
        for (const { endpoint, claim } of taken) {
          Object.assign(endpoint, { version, cursor: { ...endpoint.cursor, ...claim } });
        }
      }
      return version !== null;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  function commit(
    some: readonly EndpointState[],
    writes: (endpoint: EndpointState, place: number) => readonly KvWrite[],
  ): Promise<string | null> {
    const checks = some.map(({ webhook, version }) => ({
      key: webhookCursorKey(webhook.record.id),
      version,
    }));
    return kv.commit(checks, some.flatMap(writes));
  }

  return { endpoints, list, claim, flush };
}

/** Whether this process may claim an endpoint now. */
export function isFree({ cursor, isMine }: EndpointState, holder: string, now: number): boolean {
  return !isMine && !isHeldByAnother(cursor, holder, now);
}

function setCursor({ webhook }: EndpointState, value: WebhookCursor): KvWrite {
  return { set: webhookCursorKey(webhook.record.id), value };
}

interface TakenState {
  readonly endpoint: EndpointState;
  readonly attempts: EndpointState["attempts"];
  readonly writes: readonly KvWrite[];
  readonly next: WebhookCursor;
}

function writesOf({ endpoint, attempts, writes, next }: TakenState): KvWrite[] {
  const { id } = endpoint.webhook.record;
  const slot = webhookAttemptsKey(id, next.slot % ATTEMPT_SLOTS);
  const kept = attempts.slice(-ATTEMPT_SLOTS);
  return [
    setCursor(endpoint, next),
    ...(kept.length > 0 ? [{ set: slot, value: kept }] : []),
    ...writes,
  ];
}
