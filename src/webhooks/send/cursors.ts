import { claimFor, isHeldByAnother, UNCLAIMED } from "../../shared_state/claim.ts";
import { type EventLog, isLaterEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Kv, type KvEntry, listAll } from "../../platform/kv.ts";
import { WEBHOOK_CURSORS } from "../../platform/store_keys.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import {
  giveBack,
  noteStored,
  setCursor,
  takeAhead,
  unchanged,
  writesOf,
} from "./cursor_writes.ts";
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
  const endpoints = new Map<string, EndpointState>();
  return {
    endpoints,
    list: (webhooks) => list(deps, endpoints, webhooks),
    claim: (wanted) => claim(deps, wanted),
    flush: (ahead, { release } = { release: false }) => flush(deps, ahead, release),
  };
}

async function list(
  deps: CursorsDeps,
  endpoints: Map<string, EndpointState>,
  webhooks: ReadonlyMap<string, OpenWebhook>,
): Promise<void> {
  const stored = await readCursors(deps.kv);
  for (const id of endpoints.keys()) if (!webhooks.has(id)) drop(endpoints, id);
  const start = cursorFrom(await deps.eventLog.lastId());
  for (const [id, webhook] of webhooks) {
    const { value, version = null } = stored.get(id) ?? { value: null };
    const cursor = sensibleCursor(value ?? start, deps.clock.now());
    const known = endpoints.get(id);
    if (known !== undefined) adopt(known, webhook, { cursor, version }, deps.holder);
    else endpoints.set(id, createEndpointState(webhook, cursor, version));
  }
}

async function readCursors(kv: Kv): Promise<Map<string, KvEntry<WebhookCursor>>> {
  const stored = new Map<string, KvEntry<WebhookCursor>>();
  for await (const entry of listAll<WebhookCursor>(kv, WEBHOOK_CURSORS)) {
    stored.set(String(entry.key.at(-1)), entry);
  }
  return stored;
}

function drop(endpoints: Map<string, EndpointState>, id: string): void {
  endpoints.get(id)!.isMine = false;
  endpoints.delete(id);
}

/** Takes over what the store has of an endpoint that is known. */
function adopt(
  known: EndpointState,
  webhook: OpenWebhook,
  { cursor, version }: Pick<EndpointState, "cursor" | "version">,
  holder: string,
): void {
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

async function claim(
  { kv, clock, holder }: CursorsDeps,
  wanted: readonly EndpointState[],
): Promise<boolean> {
  const now = clock.now();
  const claimed = wanted.map(({ cursor }) => ({ ...cursor, ...claimFor(holder, now) }));
  const writes = wanted.map((endpoint, place) => setCursor(endpoint, claimed[place]!));
  const version = await kv.commit(wanted.map(unchanged), writes);
  if (version === null) return false;
  wanted.forEach((endpoint, place) => begin(endpoint, claimed[place]!, version));
  return true;
}

/** Begins to hold an endpoint whose claim is stored. */
function begin(endpoint: EndpointState, cursor: WebhookCursor, version: string): void {
  // What was passed over before may have been wanted by a key that had more groups.
  Object.assign(endpoint, { cursor, version, isMine: true, scanned: cursor.read });
  endpoint.tenure++;
}

async function flush(
  deps: CursorsDeps,
  ahead: readonly EndpointState[],
  release: boolean,
): Promise<boolean> {
  let isWhole = true;
  for (let start = 0; start < ahead.length; start += MAX_IN_COMMIT) {
    isWhole = await flushSome(deps, ahead.slice(start, start + MAX_IN_COMMIT), release) && isWhole;
  }
  return isWhole;
}

async function flushSome(
  { kv, clock, holder }: CursorsDeps,
  ahead: readonly EndpointState[],
  release: boolean,
): Promise<boolean> {
  const now = clock.now();
  const taken = ahead.map((endpoint) =>
    takeAhead(endpoint, release ? UNCLAIMED : claimFor(holder, now))
  );
  try {
    const version = await kv.commit(ahead.map(unchanged), taken.flatMap(writesOf));
    if (version === null) taken.forEach(giveBack);
    else for (const one of taken) noteStored(one, version);
    return version !== null;
  } catch (error) {
    taken.forEach(giveBack);
    throw error;
  }
}

/** Whether this process may claim an endpoint now. */
export function isFree({ cursor, isMine }: EndpointState, holder: string, now: number): boolean {
  return !isMine && !isHeldByAnother(cursor, holder, now);
}
