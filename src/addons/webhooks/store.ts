import type { KeyEnd, KeyRecord } from "../../access/records/key_store.ts";
import type { CommitExtra } from "../../access/records/records.ts";
import { changeOf, type CommitChange } from "../../audit/change.ts";
import { cursorAt, outboxKey } from "../../delivery/cursor.ts";
import type { DeliveryItem } from "../../model/answer/v1.ts";
import { type Kv, type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { forgottenKey, WEBHOOK_RECORDS } from "../../platform/store_keys.ts";
import { createSeal, type Seal as SealOf } from "../../toolbox/seal.ts";
import { messagesOf, type OffReason, type WebhookRecord, type WebhookTarget } from "./record.ts";

/** Changes with every webhook. */
export const REVISION: KvKey = ["webhooks", "revision"];

type Named = Pick<WebhookRecord, "keyId" | "id">;

function recordKey({ keyId, id }: Named): KvKey {
  return [...WEBHOOK_RECORDS, keyId, id];
}

function attemptsKey(id: string): KvKey {
  return ["webhooks", "attempts", id];
}

/** Seals addresses and secrets of webhooks by their ids, which the store may not show. */
export type Seal = SealOf<WebhookTarget>;

/** Creates the seal of a store. */
export function createWebhookSeal(pepper: string | Uint8Array, random: Random): Seal {
  return createSeal(pepper, "oshibase webhook seal 1", random);
}

/** Chat messages that one commit deletes: it takes 1,000 writes, and what is left goes within a week. */
const MAX_MESSAGES = 500;

/** The fields of a webhook that the audit shows. */
const VISIBLE = ["keyId", "format", "mention", "types", "groups", "members", "createdAt"]
  .concat("offAt", "offReason");

/** Webhooks in the store; every change also sets their revision. */
export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Creates the store of webhooks. `commitChange` puts on record that one is switched off. */
export function createWebhookStore(
  kv: Kv,
  commitChange: CommitChange = (_, checks, writes) => kv.commit(checks, writes),
) {
  /** A key's webhooks, oldest first. */
  async function listOf(keyId: string): Promise<WebhookRecord[]> {
    const list = await kv.list<WebhookRecord>([...WEBHOOK_RECORDS, keyId]);
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
      const all = await Array.fromAsync(listAll<WebhookRecord>(kv, WEBHOOK_RECORDS));
      return all.flatMap(({ value }) => value ?? []).sort(byAge);
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
    async switchOff(record: Named, offReason: OffReason, now: number): Promise<boolean> {
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

/**
 * What the commit that ends a key does about its webhooks: they pause while it is revoked, and go with all
 * that belongs to them when it is forgotten, as their addresses are its owner's.
 */
export async function webhooksOnKeyEnd(
  kv: Kv,
  { id }: Pick<KeyRecord, "id">,
  how: KeyEnd,
): Promise<CommitExtra> {
  if (how === "revoked") return {};
  const { version } = await kv.get(REVISION);
  const webhooks = await createWebhookStore(kv).listOf(id);
  // One that is registered meanwhile is seen by the check.
  const checks = [{ key: REVISION, version }];
  return { checks, writes: webhooks.length === 0 ? [] : await removal(kv, webhooks) };
}

/** The writes that delete webhooks, and all that belongs to them. */
async function removal(kv: Kv, webhooks: readonly Named[]): Promise<KvWrite[]> {
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
