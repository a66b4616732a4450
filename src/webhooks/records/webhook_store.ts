import { type Kv, type KvEntry, type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  WEBHOOK_PREFIXES,
  WEBHOOK_REVISION,
  webhookAttemptsPrefix,
  webhookCursorKey,
  webhookMessagesPrefix,
  webhookPrefixes,
  webhookRecordKey,
} from "../../platform/store_keys.ts";
import {
  ATTEMPT_SLOTS,
  type DeliveryAttempt,
  type OffReason,
  type WebhookRecord,
} from "./webhook_record.ts";

/** Webhooks in the store. */
export interface WebhookStore {
  /** Stores a webhook with the beginning of its cursor; false if the key has `max` of them. */
  add(record: WebhookRecord, cursor: unknown, max: number): Promise<boolean>;
  /** A key's webhooks, oldest first. */
  listOf(keyId: string): Promise<WebhookRecord[]>;
  /** All webhooks. */
  list(): Promise<WebhookRecord[]>;
  find(keyId: string, id: string): Promise<WebhookRecord | undefined>;
  /** Deletes a webhook and all that belongs to it; false where there is none. */
  remove(keyId: string, id: string): Promise<boolean>;
  /** Switches a webhook off; false where it is off already, or gone. */
  switchOff(record: WebhookRecord, reason: OffReason, now: number): Promise<boolean>;
}

/** Creates the store of webhooks; every change also sets their revision. */
export function createWebhookStore(kv: Kv): WebhookStore {
  const revised = (id: string): KvWrite => ({ set: WEBHOOK_REVISION, value: id });

  async function listOf(keyId: string): Promise<WebhookRecord[]> {
    const lists = webhookPrefixes(keyId).map((prefix) => kv.list<WebhookRecord>(prefix));
    return (await Promise.all(lists)).flat().flatMap(({ value }) => value ?? []).sort(byAge);
  }

  async function find(keyId: string, id: string): Promise<KvEntry<WebhookRecord> | undefined> {
    const keys = webhookPrefixes(keyId).map((prefix) => [...prefix, id]);
    return (await kv.getMany<WebhookRecord>(keys)).find(({ value }) => value !== null);
  }

  return {
    async add(record, cursor, max) {
      while (true) {
        // Read before the list: a webhook that is added in between is seen by the check.
        const { version } = await kv.get(WEBHOOK_REVISION);
        if ((await listOf(record.keyId)).length >= max) return false;
        const done = await kv.commit([{ key: WEBHOOK_REVISION, version }], [
          { set: webhookRecordKey(record), value: record },
          { set: webhookCursorKey(record.id), value: cursor },
          revised(record.id),
        ]);
        if (done !== null) return true;
      }
    },
    listOf,
    async list() {
      const found: WebhookRecord[] = [];
      for (const prefix of WEBHOOK_PREFIXES) {
        for await (const { value } of listAll<WebhookRecord>(kv, prefix)) {
          if (value !== null) found.push(value);
        }
      }
      return found.sort(byAge);
    },
    find: async (keyId, id) => (await find(keyId, id))?.value ?? undefined,
    async remove(keyId, id) {
      const entry = await find(keyId, id);
      if (entry === undefined) return false;
      const { key, version } = entry;
      const rest = await restOf(kv, id);
      const deleted = [key, ...rest].map((one) => ({ delete: one }));
      return await kv.commit([{ key, version }], [...deleted, revised(id)]) !== null;
    },
    async switchOff(record, offReason, now) {
      const { id } = record;
      const key = webhookRecordKey(record);
      const { value, version } = await kv.get<WebhookRecord>(key);
      if (value === null || value.offAt !== undefined) return false;
      const off = { ...value, offAt: now, offReason };
      return await kv.commit([{ key, version }], [{ set: key, value: off }, revised(id)]) !== null;
    },
  };
}

/** All entries of a webhook besides its record. */
async function restOf(kv: Kv, id: string): Promise<KvKey[]> {
  const prefixes = [webhookAttemptsPrefix(id), webhookMessagesPrefix(id)];
  const entries = await Promise.all(prefixes.map((prefix) => kv.list(prefix)));
  return [webhookCursorKey(id), ...entries.flat().map(({ key }) => key)];
}

function byAge(a: WebhookRecord, b: WebhookRecord): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** The last 50 attempts, latest first. */
export async function readAttempts(kv: Kv, id: string): Promise<DeliveryAttempt[]> {
  const slots = await kv.list<DeliveryAttempt[]>(webhookAttemptsPrefix(id));
  return slots.flatMap(({ value }) => value ?? [])
    .sort((a, b) => b.at - a.at || b.attempt - a.attempt)
    .slice(0, ATTEMPT_SLOTS);
}
