import type { CodeRecord } from "../../access/records/code_store.ts";
import {
  type HashedRecord,
  type HashedStore,
  type RecordExtras,
  SLICE,
} from "../../access/records/hashed_store.ts";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { organizationKey, type TokenRecord } from "../../access/records/token_store.ts";
import { type Kv, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  AUDIT_CURSORS,
  FORGOTTEN_REVISION,
  forgottenKey,
  knownTokenKey,
  personPrefix,
} from "../../platform/store_keys.ts";
import type { Store } from "../../store/store.ts";
import { createWebhookStore } from "../../webhooks/records/webhook_store.ts";
import { PEOPLE_APART_FORMAT, readFormat } from "../../store/format.ts";

/** A key that names nobody and opens nothing; its digest stays. */
export function emptyKey(key: KeyRecord, now: number): KeyRecord {
  return { ...key, owner: "", email: "", ips: [], ...ended(key, now) };
}

/** The same of a token, whose organization is its id then: an organization may be named after a person. */
export function emptyToken({ reason: _, ...token }: TokenRecord, now: number): TokenRecord {
  const isOver = token.state === "rejected" || token.state === "revoked";
  return {
    ...token,
    organization: token.id,
    name: "",
    email: "",
    forgottenAt: token.forgottenAt ?? now,
    ...(!isOver && { state: "revoked", revokedAt: now }),
  };
}

/** The same of a code. One that was bound to an e-mail stays bound, to none that anybody has. */
export function emptyCode(code: CodeRecord, now: number): CodeRecord {
  return { ...code, ...(code.email !== undefined && { email: "" }), ...ended(code, now) };
}

function ended(record: KeyRecord | CodeRecord, now: number) {
  return { revokedAt: record.revokedAt ?? now, forgottenAt: record.forgottenAt ?? now };
}

/**
 * Empties a record and marks its person as forgotten, in one commit: whoever would put something of that
 * person on record has to look again first. Undefined where there is no such record.
 */
export async function emptyRecord<R extends HashedRecord>(
  records: Pick<HashedStore<R>, "update">,
  id: string,
  empty: (record: R) => R,
  besides: RecordExtras<R> = () => Promise.resolve({}),
): Promise<R | undefined> {
  return await records.update(id, empty, async (record) => {
    const { checks = [], writes = [] } = await besides(record);
    return { checks, writes: [...writes, ...marks(id)] };
  });
}

function marks(id: string): KvWrite[] {
  return [
    { set: forgottenKey(id), value: true },
    { set: FORGOTTEN_REVISION, value: id },
  ];
}

/** Takes an organization's name off the list of applications, if this one is its latest. */
export async function freeOrganization(
  kv: Kv,
  { id, organization }: TokenRecord,
): ReturnType<RecordExtras<TokenRecord>> {
  const { key, value, version } = await kv.get<string>(organizationKey(organization));
  return value === id ? { checks: [{ key, version }], writes: [{ delete: key }] } : {};
}

/** Deletes a key's webhooks, whose addresses are the owner's, and its feed tokens. */
export async function deleteOfKey({ kv, feeds }: Store, keyId: string): Promise<void> {
  const webhooks = createWebhookStore(kv);
  for (const { id } of await webhooks.listOf(keyId)) await webhooks.remove(keyId, id);
  for (const feed of await feeds.list()) if (feed.keyId === keyId) await feeds.revoke(feed.id);
}

/** Values deleted by one commit. */
const AT_ONCE = 200;

/** Deletes what lies beside the audit's chain about somebody, and what its sinks remember. */
export async function deleteFromRecord(kv: Kv, id: string): Promise<void> {
  const deletes: KvWrite[] = (await kv.list(AUDIT_CURSORS))
    .map(({ key }) => ({ delete: knownTokenKey(String(key.at(-1)), id) }));
  for await (const { key } of listAll(kv, personPrefix(id), { limit: AT_ONCE })) {
    deletes.push({ delete: key });
    if (deletes.length >= AT_ONCE) await kv.commit([], deletes.splice(0));
  }
  if (deletes.length > 0) await kv.commit([], deletes);
}

/**
 * Empties keys, tokens and codes that were revoked, and applications that were turned down, before
 * `before` (epoch ms): nothing brings them back, and nobody needs to know whose they were. How many they
 * were; several processes may do it at once.
 */
export async function emptyRevoked(store: Store, before: number, now: number): Promise<number> {
  const { kv, keys, tokens, codes } = store;
  if (await readFormat(kv) < PEOPLE_APART_FORMAT) return 0;
  const emptiedKeys = await emptyAll(
    keys,
    ({ revokedAt }) => revokedAt,
    before,
    (key) => emptyKey(key, now),
  );
  for (const { id } of emptiedKeys) await deleteOfKey(store, id);
  const endOf = (token: Parameters<typeof emptyToken>[0]) =>
    token.state === "rejected" ? token.reviewedAt : token.revokedAt;
  const emptiedTokens = await emptyAll(
    tokens,
    endOf,
    before,
    (token) => emptyToken(token, now),
    (token) => freeOrganization(kv, token),
  );
  const emptiedCodes = await emptyAll(
    codes,
    ({ revokedAt }) => revokedAt,
    before,
    (code) => emptyCode(code, now),
  );
  return [emptiedKeys, emptiedTokens, emptiedCodes].flat().length;
}

type Emptied = HashedRecord & { readonly forgottenAt?: number };

async function emptyAll<R extends Emptied>(
  records: Pick<HashedStore<R>, "slice" | "update">,
  endOf: (record: R) => number | undefined,
  before: number,
  empty: (record: R) => R,
  besides?: RecordExtras<R>,
): Promise<R[]> {
  const emptied: R[] = [];
  const isOver = (record: R) => (endOf(record) ?? Infinity) < before;
  let last: string | undefined;
  do {
    const slice = await records.slice(last);
    for (const { record } of slice) {
      if (record.forgottenAt !== undefined || !isOver(record)) continue;
      await records.update(record.id, empty, besides);
      emptied.push(record);
    }
    last = slice.length === SLICE ? slice.at(-1)!.record.digest : undefined;
  } while (last !== undefined);
  return emptied;
}
