import { changeOf, type CommitChange } from "../../audit/change.ts";
import { cursorAt, outboxKey } from "../../delivery/cursor.ts";
import type { DeliveryItem } from "../../model/answer/v1.ts";
import { type Kv, type KvWrite, listAll } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { forgottenKey, WEBHOOK_RECORDS } from "../../platform/store_keys.ts";
import { createSeal, type Seal as SealOf } from "../../toolbox/seal.ts";
import {
  attemptsKey,
  messagesOf,
  type OffReason,
  recordKey,
  recordsOf,
  REVISION,
  type WebhookRecord,
  type WebhookTarget,
} from "./record.ts";

/** Seals addresses and secrets of webhooks by their ids, which the store may not show. */
export type Seal = SealOf<WebhookTarget>;

/** Creates the seal of a store. */
export function createWebhookSeal(pepper: string | Uint8Array, random: Random): Seal {
  return createSeal(pepper, "oshibase webhook seal 1", random);
}

/** Webhooks in the store; every change also sets their revision. */
export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Chat messages that one commit deletes: it takes 1,000 writes, and what is left goes within a week. */
const MAX_MESSAGES = 500;

/** The fields of a webhook that the audit shows. */
const VISIBLE = ["keyId", "format", "mention", "types", "groups", "members", "createdAt"]
  .concat("offAt", "offReason");

/** Creates the store of webhooks. `commitChange` puts on record that one is switched off. */
export function createWebhookStore(
  kv: Kv,
  commitChange: CommitChange = (_, checks, writes) => kv.commit(checks, writes),
) {
  /** A key's webhooks, oldest first. */
  async function listOf(keyId: string): Promise<WebhookRecord[]> {
    const list = await kv.list<WebhookRecord>(recordsOf(keyId));
    return list.flatMap(({ value }) => value ?? []).sort(byAge);
  }

  return {
    listOf,
    /**
     * Stores a webhook, which is sent what comes after the event `head`; false if the key has `max` of them,
     * or was forgotten.
     */
    async add(record: WebhookRecord, head: number, max: number): Promise<boolean> {
      const forgotten = { key: forgottenKey(record.keyId), version: null };
      while (true) {
        // Read before the list: a webhook that is added in between is seen by the check.
        const { version } = await kv.get(REVISION);
        if ((await listOf(record.keyId)).length >= max) return false;
        const done = await kv.commit([{ key: REVISION, version }, forgotten], [
          { set: recordKey(record), value: record },
          { set: outboxKey(record.id), value: cursorAt(head) },
          { set: REVISION, value: record.id },
        ]);
        if (done !== null) return true;
        if ((await kv.get(forgotten.key)).version !== null) return false;
      }
    },
    /** All webhooks, oldest first. */
    async list(): Promise<WebhookRecord[]> {
      const found: WebhookRecord[] = [];
      for await (const { value } of listAll<WebhookRecord>(kv, WEBHOOK_RECORDS)) {
        if (value !== null) found.push(value);
      }
      return found.sort(byAge);
    },
    async find(keyId: string, id: string): Promise<WebhookRecord | undefined> {
      return (await kv.get<WebhookRecord>(recordKey({ keyId, id }))).value ?? undefined;
    },
    /** Deletes a webhook and all that belongs to it; false if there is none. */
    async remove(keyId: string, id: string): Promise<boolean> {
      const key = recordKey({ keyId, id });
      const { version } = await kv.get(key);
      if (version === null) return false;
      return await kv.commit([{ key, version }], await removal(kv, [{ keyId, id }])) !== null;
    },
    /** Switches a webhook off; false if it is off already, or gone. */
    async switchOff(
      record: Pick<WebhookRecord, "keyId" | "id">,
      offReason: OffReason,
      now: number,
    ): Promise<boolean> {
      const key = recordKey(record);
      const { value, version } = await kv.get<WebhookRecord>(key);
      if (value === null || value.offAt !== undefined) return false;
      const off: WebhookRecord = { ...value, offAt: now, offReason };
      const change = changeOf(record.id, VISIBLE, { before: value, after: off });
      return await commitChange(change, [{ key, version }], [
        { set: key, value: off },
        { set: REVISION, value: record.id },
      ]) !== null;
    },
  };
}

/** The writes that delete webhooks, and all that belongs to them. */
export async function removal(
  kv: Kv,
  webhooks: readonly Pick<WebhookRecord, "keyId" | "id">[],
): Promise<KvWrite[]> {
  const limit = Math.ceil(MAX_MESSAGES / webhooks.length);
  const writes = await Promise.all(webhooks.map(async (webhook) => {
    const messages = await kv.list(messagesOf(webhook.id), { limit });
    return [recordKey(webhook), outboxKey(webhook.id), attemptsKey(webhook.id)]
      .concat(messages.map(({ key }) => key))
      .map((key) => ({ delete: key }));
  }));
  return [...writes.flat(), { set: REVISION, value: webhooks.at(-1)!.id }];
}

function byAge(a: WebhookRecord, b: WebhookRecord): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** An attempt as its owner sees it; instants in epoch ms. */
export function deliveryOf(
  { id, event, attempt, at, ms, outcome, nextAt = null }:
    & Pick<DeliveryItem, "id" | "event" | "attempt" | "ms" | "outcome">
    & { readonly at: number; readonly nextAt?: number | null },
): DeliveryItem {
  const next_at = nextAt === null ? null : new Date(nextAt).toISOString();
  return { id, event, attempt, at: new Date(at).toISOString(), ms, outcome, next_at };
}

const KEPT_ATTEMPTS = 50;

/** The last 50 attempts, latest first. */
export async function readAttempts(kv: Kv, id: string): Promise<readonly DeliveryItem[]> {
  return (await kv.get<readonly DeliveryItem[]>(attemptsKey(id))).value ?? [];
}

/** The write of attempts beside those that are kept. Made with the cursor, that only one process writes. */
export async function attemptsKept(
  kv: Kv,
  id: string,
  made: readonly DeliveryItem[],
): Promise<KvWrite> {
  const all = [...made, ...await readAttempts(kv, id)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.attempt - a.attempt);
  return { set: attemptsKey(id), value: all.slice(0, KEPT_ATTEMPTS) };
}
