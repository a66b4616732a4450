import { mintId } from "../access/records/secret.ts";
import type { RateLimiter } from "../access/limits/rate_limiter.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { HttpError, tooMany } from "../http/http_error.ts";
import { isOperatorsOwn } from "./guarded_net.ts";
import {
  type DeliveryAttempt,
  type OpenWebhook,
  viewOf,
  type WebhookRecord,
  type WebhookView,
} from "./records/webhook_record.ts";
import { readAttempts } from "./records/webhook_store.ts";
import { exchange, toPosted } from "./send/post_event.ts";
import { cursorFrom } from "./send/webhook_cursor.ts";
import type { WebhookContext, WebhookRequest } from "./webhooks.ts";

/** Registrations and tests of one key: 6 at once, then one every 10 s. */
const RATE = { per_second: 0.1, burst: 6 };

/** Registers an address that proves that it wants events. */
export async function registerOwnWebhook(
  { deps, store, seal, rates, asking, followed, clientOf }: WebhookContext,
  key: KeyRecord,
  { url, format, ...filters }: WebhookRequest,
): Promise<{ id: string; secret: string }> {
  const { random, clock } = deps;
  charge(rates, key);
  const max = deps.maxWebhooks(key);
  if ((await store.listOf(key.id)).length >= max) throw limitReached();
  const id = mintId("w", random);
  const target = { url, secret: `whsec_${random.bytes(24).toBase64()}` };
  // A name that nothing resolves is refused as one that leads to a private network.
  const isOwn = await isOperatorsOwn(deps, url).catch(() => false);
  const client = await clientOf(format);
  const group = deps.groupOf(soleGroup(filters));
  const wrong = await client.verify({ clock, random, outbound: asking, isOwn }, target, group);
  if (wrong !== undefined) throw new HttpError("WEBHOOK_UNVERIFIED", { after: { hint: wrong } });
  const sealed = seal.close(id, target);
  const record = { id, keyId: key.id, sealed, format, ...filters, createdAt: clock.now() };
  const cursor = cursorFrom(await deps.eventLog.lastId());
  if (!await store.add(record, cursor, max)) throw limitReached();
  await followed.refresh();
  return { id, secret: target.secret };
}

/** The group that a webhook is about; "" if it is several. */
function soleGroup({ groups }: Pick<WebhookRecord, "groups">): string {
  return groups.length === 1 ? groups[0]! : "";
}

function charge(rates: RateLimiter, key: KeyRecord): void {
  const waitMs = rates.take(key.id, RATE);
  if (waitMs > 0) throw tooMany(waitMs);
}

function limitReached(): HttpError {
  const hint = "DELETE /v1/webhooks/{id} ends one";
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}

/** A key's webhooks, oldest first. */
export async function listOwnWebhooks(
  { store, seal }: WebhookContext,
  key: KeyRecord,
): Promise<WebhookView[]> {
  const records = await store.listOf(key.id);
  return records.flatMap((record) => {
    const target = seal.open(record.id, record.sealed);
    return target === undefined ? [] : [viewOf({ record, target })];
  });
}

/** Ends a webhook of a key. */
export async function removeOwnWebhook(
  { store, followed }: WebhookContext,
  key: KeyRecord,
  id: string,
): Promise<void> {
  if (!await store.remove(key.id, id)) throw new HttpError("NOT_FOUND");
  await followed.refresh();
}

/** Sends a test at once, which is not repeated. */
export async function testOwnWebhook(
  context: WebhookContext,
  key: KeyRecord,
  webhookId: string,
): Promise<DeliveryAttempt> {
  const { deps, outbound, rates, clientOf } = context;
  const { clock } = deps;
  const webhook = await find(context, key, webhookId);
  charge(rates, key);
  const client = await clientOf(webhook.record.format);
  const at = clock.now();
  const id = `${webhookId}_test_${at}`;
  const request = client.testRequest(webhook, deps.groupOf(soleGroup(webhook.record)), id, at);
  const { outcome } = toPosted(await exchange(outbound, request), clock);
  const ms = clock.now() - at;
  return { id, event: "webhook.test", attempt: 1, at, ms, outcome, nextAt: null };
}

/** The last 50 attempts, latest first. */
export async function listOwnDeliveries(
  context: WebhookContext,
  key: KeyRecord,
  id: string,
): Promise<DeliveryAttempt[]> {
  await find(context, key, id);
  return await readAttempts(context.deps.kv, id);
}

async function find(
  { store, seal }: WebhookContext,
  key: KeyRecord,
  id: string,
): Promise<OpenWebhook> {
  const record = await store.find(key.id, id);
  const target = record && seal.open(record.id, record.sealed);
  if (record === undefined || target === undefined) throw new HttpError("NOT_FOUND");
  return { record, target };
}
