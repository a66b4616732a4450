import { createRateLimiter } from "../access/limits/rate_limiter.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { mintId } from "../access/records/secret.ts";
import type { AddressList } from "../address/ip_address.ts";
import type { EventReader } from "../events/event.ts";
import { HttpError, tooMany } from "../http/http_error.ts";
import type { Env } from "../platform/env.ts";
import type { DirectNet } from "../platform/net.ts";
import type { OutboundFetch } from "../platform/outbound_fetch.ts";
import { isOperatorsOwn } from "./guarded_net.ts";
import {
  type DeliveryAttempt,
  type OpenWebhook,
  viewOf,
  type WebhookFormat,
  type WebhookRecord,
  type WebhookView,
} from "./records/webhook_record.ts";
import { readAttempts, type Seal, type WebhookStore } from "./records/webhook_store.ts";
import { exchange, type FormatClient, toPosted } from "./send/post_event.ts";
import { cursorFrom } from "./send/webhook_cursor.ts";
import type { SpokenGroup } from "./words/words.ts";

/** The fields of a registration. */
export type WebhookRequest =
  & Pick<WebhookRecord, "format" | "mention" | "types" | "groups" | "members">
  & { readonly url: string };

/** What owners do with their webhooks. */
export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

interface OwnWebhooksDeps extends Pick<Env, "kv" | "clock" | "random"> {
  readonly net: DirectNet;
  /** WEBHOOK_ALLOW */
  readonly allowed: AddressList;
  readonly eventLog: Pick<EventReader, "lastId">;
  readonly store: WebhookStore;
  readonly seal: Seal;
  readonly outbound: OutboundFetch;
  /** The guarded client that asks an address for its proof: it waits 5 s. */
  readonly asking: OutboundFetch;
  clientOf(format: WebhookFormat): Promise<FormatClient>;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
  maxWebhooks(key: KeyRecord): number;
  /** Reads the webhooks of the store again. Never rejects. */
  refresh(): Promise<void>;
}

/** Registrations and tests of one key: 6 at once, then one every 10 s. */
const RATE = { per_second: 0.1, burst: 6 };

export function createOwnWebhooks(deps: OwnWebhooksDeps) {
  const { kv, clock, random, store, seal, clientOf, groupOf, refresh } = deps;
  const rates = createRateLimiter(clock);
  return { register, list, remove, test, deliveries };

  /** Registers an address that proves that it wants events. */
  async function register(
    key: KeyRecord,
    { url, format, ...filters }: WebhookRequest,
  ): Promise<{ id: string; secret: string }> {
    charge(key);
    const max = deps.maxWebhooks(key);
    if ((await store.listOf(key.id)).length >= max) throw limitReached();
    const id = mintId("w", random);
    const target = { url, secret: `whsec_${random.bytes(24).toBase64()}` };
    // A name that nothing resolves is refused as one that leads to a private network.
    const isOwn = await isOperatorsOwn(deps, url).catch(() => false);
    const client = await clientOf(format);
    const verification = { clock, random, outbound: deps.asking, isOwn };
    const wrong = await client.verify(verification, target, groupOf(soleGroup(filters)));
    if (wrong !== undefined) throw new HttpError("WEBHOOK_UNVERIFIED", { after: { hint: wrong } });
    const sealed = seal.close(id, target);
    const record = { id, keyId: key.id, sealed, format, ...filters, createdAt: clock.now() };
    const cursor = cursorFrom(await deps.eventLog.lastId());
    if (!await store.add(record, cursor, max)) throw limitReached();
    await refresh();
    return { id, secret: target.secret };
  }

  /** A key's webhooks, oldest first. */
  async function list(key: KeyRecord): Promise<WebhookView[]> {
    const records = await store.listOf(key.id);
    return records.flatMap((record) => {
      const target = seal.open(record.id, record.sealed);
      return target === undefined ? [] : [viewOf({ record, target })];
    });
  }

  async function remove(key: KeyRecord, id: string): Promise<void> {
    if (!await store.remove(key.id, id)) throw new HttpError("NOT_FOUND");
    await refresh();
  }

  /** Sends a test at once, which is not repeated. */
  async function test(key: KeyRecord, webhookId: string): Promise<DeliveryAttempt> {
    const webhook = await find(key, webhookId);
    charge(key);
    const client = await clientOf(webhook.record.format);
    const at = clock.now();
    const id = `${webhookId}_test_${at}`;
    const request = client.testRequest(webhook, groupOf(soleGroup(webhook.record)), id, at);
    const { outcome } = toPosted(await exchange(deps.outbound, request), clock);
    const ms = clock.now() - at;
    return { id, event: "webhook.test", attempt: 1, at, ms, outcome, nextAt: null };
  }

  /** The last 50 attempts, latest first. */
  async function deliveries(key: KeyRecord, id: string): Promise<DeliveryAttempt[]> {
    await find(key, id);
    return await readAttempts(kv, id);
  }

  async function find(key: KeyRecord, id: string): Promise<OpenWebhook> {
    const record = await store.find(key.id, id);
    const target = record && seal.open(record.id, record.sealed);
    if (record === undefined || target === undefined) throw new HttpError("NOT_FOUND");
    return { record, target };
  }

  function charge(key: KeyRecord): void {
    const waitMs = rates.take(key.id, RATE);
    if (waitMs > 0) throw tooMany(waitMs);
  }
}

/** The group that a webhook is about; "" if it is several. */
function soleGroup({ groups }: Pick<WebhookRecord, "groups">): string {
  return groups.length === 1 ? groups[0]! : "";
}

function limitReached(): HttpError {
  const hint = "DELETE /v1/webhooks/{id} ends one";
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}
