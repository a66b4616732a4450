/**
 * This room tells callers' webhooks what has happened: who registers one, and what it is sent.
 *
 * @module
 */

import type { AddressList } from "../address/ip_range_list.ts";
import { mintId } from "../access/records/secret.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { createRateLimiter, type RateLimiter } from "../access/limits/rate_limiter.ts";
import { createGuardedNet } from "../delivery/guarded_net.ts";
import type { EventLog } from "../events/event.ts";
import { HttpError, tooMany } from "../http/http_error.ts";
import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import type { DirectNet } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import type { Random } from "../platform/random.ts";
import { createLazySender } from "./lazy_sender.ts";
import { type AttemptOutcome, type DeliveryAttempt, readAttempts } from "./records/attempts.ts";
import { createSeal } from "./records/seal.ts";
import type { OffReason, OpenWebhook, WebhookRecord } from "./records/webhook_record.ts";
import { createWebhookStore, MAX_WEBHOOKS, type WebhookStore } from "./records/webhook_store.ts";
import { createWebhookTable } from "./records/webhook_table.ts";
import { sendTest } from "./send_test.ts";
import { verify } from "./verify.ts";
import { cursorFrom } from "./send/webhook_cursor.ts";

/** An attempt, whole: shorter than a claim, so that nobody else posts the same meanwhile. */
const ATTEMPT_MS = 10_000;
const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;
/** Registrations and tests of one key: 6 at once, then one every 10 s. */
const RATE = { per_second: 0.1, burst: 6 };

/** What webhooks work with. */
export interface WebhooksDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly net: DirectNet;
  readonly pepper: string | Uint8Array;
  readonly eventLog: EventLog;
  /** WEBHOOK_ALLOW */
  readonly allowed: AddressList;
  /** How often the store is looked at for changes of webhooks, and for events after an event. */
  readonly pollMs: number;
  readonly followMs: number;
  /** Called with what came of each attempt to tell an event. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** Tells the owner of a key that a webhook of it is off. */
  tellOff(key: KeyRecord, webhook: WebhookView, reason: OffReason): Promise<void>;
}

/** What is asked for when a webhook is registered. */
export type WebhookRequest =
  & Pick<WebhookRecord, "format" | "types" | "groups" | "members">
  & { readonly url: string };

/** A webhook as its owner sees it: never its address. */
export interface WebhookView {
  readonly record: WebhookRecord;
  readonly host: string;
  /** The last four characters of the address. */
  readonly hint: string;
}

/** The webhooks of all keys. */
export interface Webhooks {
  /**
   * Registers an address that proves that it wants to be told.
   *
   * @throws {HttpError} `LIMIT_REACHED`, `WEBHOOK_UNVERIFIED`, `RATE_LIMITED`
   */
  register(key: KeyRecord, request: WebhookRequest): Promise<{ id: string; secret: string }>;
  /** A key's webhooks, oldest first. */
  list(key: KeyRecord): Promise<WebhookView[]>;
  /** @throws {HttpError} `NOT_FOUND` */
  remove(key: KeyRecord, id: string): Promise<void>;
  /**
   * Sends a test at once, which is not repeated.
   *
   * @throws {HttpError} `NOT_FOUND`, `RATE_LIMITED`
   */
  test(key: KeyRecord, id: string): Promise<DeliveryAttempt>;
  /**
   * The last 50 attempts, latest first.
   *
   * @throws {HttpError} `NOT_FOUND`
   */
  deliveries(key: KeyRecord, id: string): Promise<DeliveryAttempt[]>;
  /** There may be something to tell: credentials were loaded, a timer may have slept. */
  wake(): void;
  /** Ends within about 4 s. */
  close(): Promise<void>;
}

/** Opens the webhooks of a store, and begins to tell them what the log holds. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const opened = openWebhookStore(deps, () => sender.wake());
  const { table, outbound } = opened;
  const sender = createLazySender({
    ...{ ...deps, outbound, webhooks: table.webhooks },
    switchOff: (webhook, reason) => void switchOff(opened, webhook, reason),
  });
  return {
    register: (key, request) => register(opened, key, request),
    list: (key) => list(opened, key),
    remove: (key, id) => remove(opened, key, id),
    test: (key, id) => test(opened, key, id),
    async deliveries(key, id) {
      await find(opened, key, id);
      return await readAttempts(deps.kv, id);
    },
    wake: sender.wake,
    close() {
      table.close();
      return sender.close();
    },
  };
}

/** What the requests of owners work with. */
type OpenedWebhooks = ReturnType<typeof openWebhookStore>;

function openWebhookStore(deps: WebhooksDeps, changed: () => void) {
  const { kv, clock, random, net, allowed } = deps;
  const store = createWebhookStore(kv);
  const seal = createSeal(deps.pepper, random);
  const guarded = { net: createGuardedNet({ net, allowed }), clock };
  const bounds = { maxBytes: MAX_ANSWER_BYTES, excess: "truncate" } as const;
  return {
    ...{ deps, store, seal, rates: createRateLimiter(clock) },
    outbound: createOutboundFetch(guarded, { ...bounds, timeoutMs: ATTEMPT_MS }),
    asking: createOutboundFetch(guarded, { ...bounds, timeoutMs: VERIFY_MS }),
    table: createWebhookTable({ ...deps, store, seal, changed }),
  };
}

async function register(
  { deps, store, seal, rates, asking, table }: OpenedWebhooks,
  key: KeyRecord,
  { url, format, ...filters }: WebhookRequest,
): Promise<{ id: string; secret: string }> {
  const { random, clock } = deps;
  charge(rates, key);
  await refuseFull(store, key);
  const id = mintId("w", random);
  const target = { url, secret: `whsec_${random.bytes(24).toBase64()}` };
  const wrong = await verify({ ...deps, outbound: asking }, format, target);
  if (wrong !== undefined) throw new HttpError("WEBHOOK_UNVERIFIED", { after: { hint: wrong } });
  const sealed = seal.close(id, target);
  const record = { id, keyId: key.id, sealed, format, ...filters, createdAt: clock.now() };
  if (!await store.add(record, cursorFrom(await deps.eventLog.lastId()))) throw limitReached();
  await table.refresh();
  return { id, secret: target.secret };
}

function charge(rates: RateLimiter, key: KeyRecord): void {
  const waitMs = rates.take(key.id, RATE);
  if (waitMs > 0) throw tooMany(waitMs);
}

async function list({ store, seal }: OpenedWebhooks, key: KeyRecord): Promise<WebhookView[]> {
  const records = await store.listOf(key.id);
  return records.flatMap((record) => {
    const target = seal.open(record.id, record.sealed);
    return target === undefined ? [] : [viewOf({ record, target })];
  });
}

async function remove({ store, table }: OpenedWebhooks, key: KeyRecord, id: string): Promise<void> {
  if (!await store.remove(key.id, id)) throw new HttpError("NOT_FOUND");
  await table.refresh();
}

async function test(opened: OpenedWebhooks, key: KeyRecord, id: string): Promise<DeliveryAttempt> {
  const { deps, outbound, rates } = opened;
  const webhook = await find(opened, key, id);
  charge(rates, key);
  return await sendTest({ clock: deps.clock, outbound }, webhook);
}

async function find(
  { store, seal }: OpenedWebhooks,
  key: KeyRecord,
  id: string,
): Promise<OpenWebhook> {
  const record = await store.find(key.id, id);
  const target = record && seal.open(record.id, record.sealed);
  if (record === undefined || target === undefined) throw new HttpError("NOT_FOUND");
  return { record, target };
}

/** Switches a webhook off once, and tells its owner. Never rejects. */
async function switchOff(
  { deps, store, table }: OpenedWebhooks,
  webhook: OpenWebhook,
  reason: OffReason,
): Promise<void> {
  const { record } = webhook;
  try {
    if (!await store.switchOff(record, reason, deps.clock.now())) return;
    deps.log.info("A webhook is off", { webhook: record.id, reason });
    await table.refresh();
    const key = deps.keyOf(record.keyId);
    if (key !== undefined) await deps.tellOff(key, viewOf(webhook), reason);
  } catch (error) {
    const fields = { webhook: record.id, error: errorMessage(error) };
    deps.log.warn("Cannot switch a webhook off", fields);
  }
}

async function refuseFull(store: WebhookStore, key: KeyRecord): Promise<void> {
  if ((await store.listOf(key.id)).length >= MAX_WEBHOOKS) throw limitReached();
}

function limitReached(): HttpError {
  const hint = "DELETE /v1/webhooks/{id} ends one";
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}

/** What the owner of a webhook is shown of its address. */
export function viewOf({ record, target }: OpenWebhook): WebhookView {
  return { record, host: new URL(target.url).host, hint: target.url.slice(-4) };
}
