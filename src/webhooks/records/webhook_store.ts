import type { Env } from "../../platform/env.ts";
import { type Kv, type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import {
  WEBHOOK_REVISION,
  webhookAttemptsPrefix,
  webhookCursorKey,
  webhookMessagesPrefix,
  webhookPrefix,
  webhookRecordKey,
  WEBHOOKS,
} from "../../platform/store_keys.ts";
import { follow } from "../../shared_state/follow.ts";
import { createSeal as createSealFor, type Seal as SealOf } from "../../toolbox/seal.ts";
import {
  ATTEMPT_SLOTS,
  type DeliveryAttempt,
  type OffReason,
  type OpenWebhook,
  type WebhookRecord,
  type WebhookTarget,
} from "./webhook_record.ts";

/** Seals addresses and secrets of webhooks by their ids, which the store may not show. */
export type Seal = SealOf<WebhookTarget>;

/** Creates the seal of a store. */
export function createSeal(pepper: string | Uint8Array, random: Random): Seal {
  return createSealFor(pepper, "oshibase webhook seal 1", random);
}

/** Webhooks in the store; every change also sets their revision. */
export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Creates the store of webhooks. */
export function createWebhookStore(kv: Kv) {
  const revised = (id: string): KvWrite => ({ set: WEBHOOK_REVISION, value: id });

  /** A key's webhooks, oldest first. */
  async function listOf(keyId: string): Promise<WebhookRecord[]> {
    const list = await kv.list<WebhookRecord>(webhookPrefix(keyId));
    return list.flatMap(({ value }) => value ?? []).sort(byAge);
  }

  return {
    listOf,
    /** Stores a webhook with the beginning of its cursor; false if the key has `max` of them. */
    async add(record: WebhookRecord, cursor: unknown, max: number): Promise<boolean> {
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
    /** All webhooks, oldest first. */
    async list(): Promise<WebhookRecord[]> {
      const found: WebhookRecord[] = [];
      for await (const { value } of listAll<WebhookRecord>(kv, WEBHOOKS)) {
        if (value !== null) found.push(value);
      }
      return found.sort(byAge);
    },
    async find(keyId: string, id: string): Promise<WebhookRecord | undefined> {
      return (await kv.get<WebhookRecord>(webhookRecordKey({ keyId, id }))).value ?? undefined;
    },
    /** Deletes a webhook and all that belongs to it; false if there is none. */
    async remove(keyId: string, id: string): Promise<boolean> {
      const key = webhookRecordKey({ keyId, id });
      const { value, version } = await kv.get(key);
      if (value === null) return false;
      const deleted = [key, ...await restOf(kv, id)].map((one) => ({ delete: one }));
      return await kv.commit([{ key, version }], [...deleted, revised(id)]) !== null;
    },
    /** Switches a webhook off; false if it is off already, or gone. */
    async switchOff(record: WebhookRecord, offReason: OffReason, now: number): Promise<boolean> {
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

interface FollowDeps extends Pick<Env, "kv" | "clock" | "log"> {
  readonly store: WebhookStore;
  readonly seal: Seal;
  /** How often the revision is checked, besides being watched. */
  readonly pollMs: number;
}

/** Webhooks with what was sealed, by id. */
export type OpenWebhooks = ReadonlyMap<string, OpenWebhook>;

/** All webhooks that are on, and the version of the revision at which they were read. */
interface KnownWebhooks {
  readonly version: string | null;
  readonly open: OpenWebhooks;
}

const NONE: KnownWebhooks = { version: null, open: new Map() };

/** Follows the webhooks of the store that are on; `changed` receives another Map after each change. */
export function followWebhooks(deps: FollowDeps, changed: (webhooks: OpenWebhooks) => void) {
  const { kv, store, pollMs } = deps;
  const followed = follow<KnownWebhooks>(deps, {
    watch: (changed) => kv.watch([WEBHOOK_REVISION], changed),
    pollMs: () => pollMs,
    outage: { away: "Webhooks: the store is unreachable" },
    async load(before = NONE) {
      const { version } = await kv.get(WEBHOOK_REVISION);
      if (version === before.version) return before;
      return { version, open: openAll(deps, await store.list()) };
    },
  });
  followed.subscribe((now) => {
    if (now !== NONE) changed(now.open);
  });
  void followed.sync();
  return {
    /** Resolves after the store was read. Never rejects. */
    refresh: () => followed.sync(),
    close: () => followed.close(),
  };
}

function openAll({ seal, log }: FollowDeps, records: readonly WebhookRecord[]): OpenWebhooks {
  const open = new Map<string, OpenWebhook>();
  for (const record of records) {
    if (record.offAt !== undefined) continue;
    const target = seal.open(record.id, record.sealed);
    if (target !== undefined) open.set(record.id, { record, target });
    else log.error("A webhook cannot be opened: it was sealed otherwise", { webhook: record.id });
  }
  return open;
}
