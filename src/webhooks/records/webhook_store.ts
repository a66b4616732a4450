import { type Kv, type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  WEBHOOK_ENDPOINTS,
  WEBHOOK_REVISION,
  webhookAttemptsPrefix,
  webhookCursorKey,
  webhookMessagesPrefix,
  webhookPrefix,
  webhookRecordKey,
} from "../../platform/store_keys.ts";
import type { OffReason, WebhookRecord } from "./webhook_record.ts";

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
    const entries = await kv.list<WebhookRecord>(webhookPrefix(keyId));
    return entries.flatMap(({ value }) => value ?? []).sort(byAge);
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
      for await (const { value } of listAll<WebhookRecord>(kv, WEBHOOK_ENDPOINTS)) {
        if (value !== null) found.push(value);
      }
      return found.sort(byAge);
    },
    async find(keyId, id) {
      return (await kv.get<WebhookRecord>(webhookRecordKey({ keyId, id }))).value ?? undefined;
    },
    async remove(keyId, id) {
      const key = webhookRecordKey({ keyId, id });
      const { value, version } = await kv.get(key);
      if (value === null) return false;
      const rest = await restOf(kv, id);
      const deleted = [key, ...rest].map((one) => ({ delete: one }));
      return await kv.commit([{ key, version }], [...deleted, revised(id)]) !== null;
    },
    async switchOff({ keyId, id }, offReason, now) {
      const key = webhookRecordKey({ keyId, id });
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
