import type { HashedRecord } from "../../access/records/hashed_store.ts";
import { isBound } from "../../access/records/key_store.ts";
import { isOpenToken, organizationKey } from "../../access/records/token_store.ts";
import { BOUND_KEYS_FORMAT, readFormat } from "../../store/format.ts";
import { pepperMark, type Store } from "../../store/store.ts";
import { type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  CREDENTIAL_KINDS,
  credentialIdKey,
  credentialIdPrefix,
  credentialKey,
  type CredentialKind,
  credentialPrefix,
  FEED_TOKEN_LISTS,
  feedTokenListKey,
  KEY_ROTATIONS,
  PEPPER_MARK,
  revisionKey,
  SIGNUP_EMAILS,
  signupEmailKey,
  TOKEN_ORGANIZATIONS,
} from "../../platform/credential_keys.ts";
import { WEBHOOK_REVISION, webhookRecordKey, WEBHOOKS } from "../../platform/store_keys.ts";
import { type Backup, markOf } from "./backup.ts";
import { CommandError } from "../command/command.ts";

/** Everything that a backup carries is below these prefixes. */
const PREFIXES: readonly KvKey[] = [
  ...CREDENTIAL_KINDS.flatMap((kind) => [credentialPrefix(kind), credentialIdPrefix(kind)]),
  // They are of secrets that the backup's keys may not have.
  KEY_ROTATIONS,
  SIGNUP_EMAILS,
  TOKEN_ORGANIZATIONS,
  FEED_TOKEN_LISTS,
  WEBHOOKS,
];

/** A commit takes 800 KiB and 1,000 writes; a write's text is about its size. */
const COMMIT_TEXT = 200_000;
const COMMIT_WRITES = 200;

/**
 * Puts a backup in the place of all credentials that the store has. New entries come before old
 * ones go, so that a server that uses the store refuses nobody meanwhile who is in both.
 */
export async function restoreBackup(store: Store, backup: Backup): Promise<void> {
  if (backup.keys.some(isBound) && await readFormat(store.kv) < BOUND_KEYS_FORMAT) {
    throw new CommandError(
      "Cannot restore into a store of this format: the backup has keys for web pages, or keys that were " +
        'signed up for. Raise it first: "store migrate" says how',
      "conflict",
    );
  }
  const writes = entriesOf(backup);
  const kept = new Set(writes.map(({ set }) => JSON.stringify(set)));
  const old: KvWrite[] = [];
  for (const prefix of PREFIXES) {
    for await (const { key } of listAll(store.kv, prefix)) {
      if (!kept.has(JSON.stringify(key))) old.push({ delete: key });
    }
  }
  for (const batch of batches([...writes, ...old])) await store.kv.commit([], batch);
  const restored = CREDENTIAL_KINDS.map((kind) => ({ set: revisionKey(kind), value: "restore" }));
  await store.kv.commit([], [...restored, { set: WEBHOOK_REVISION, value: "restore" }]);
}

/** Whether anybody has a credential; the key for trying the service out does not count. */
export async function hasCredentials({ keys, tokens, users, codes }: Store): Promise<boolean> {
  const lists = await Promise.all([keys.list(), tokens.list(), users.list(), codes.list()]);
  return lists.flat().some((record) => !("demo" in record && record.demo));
}

/**
 * The pepper that has to replace the store's, so that it knows the backup's credentials; undefined
 * if it is the same one.
 *
 * @throws {CommandError} if it cannot be replaced
 */
export function pepperToSet(
  store: Store,
  { pepperMark: wanted, pepper }: Pick<Backup, "pepperMark" | "pepper">,
): string | undefined {
  if (pepperMark(store.secretHash) === wanted) return undefined;
  if (pepper === undefined) {
    throw new CommandError(
      "Cannot restore: the backup was made with another pepper than this store has. Restore into an " +
        "empty store with KEY_PEPPER set to that one, or make the backup with --with-pepper",
      "conflict",
    );
  }
  if (store.pepperFile === undefined) {
    throw new CommandError(
      "Cannot restore: the backup was made with another pepper than KEY_PEPPER. Set KEY_PEPPER to " +
        'the "pepper" of the backup, and use an empty store',
      "conflict",
    );
  }
  return pepper;
}

/** Notes that the store's digests are those of another pepper. */
export async function notePepper({ kv }: Store, pepper: string): Promise<void> {
  await kv.commit([], [{ set: PEPPER_MARK, value: markOf(pepper) }]);
}

type Setting = KvWrite & { readonly set: KvKey };

function entriesOf({ keys, tokens, users, codes, feeds, webhooks }: Backup): Setting[] {
  return [
    ...keys.flatMap((record) => kept(isBound(record) ? "bound_key" : "key", record)),
    ...keys.flatMap(({ signup, id, account = id, forgottenAt }) =>
      signup === undefined || forgottenAt !== undefined
        ? []
        : [{ set: signupEmailKey(signup), value: { id, account } }]
    ),
    ...tokens.flatMap((record) => kept("token", record)),
    ...tokens.filter(isOpenToken).map(({ organization, id }) => ({
      set: organizationKey(organization),
      value: id,
    })),
    ...codes.flatMap((record) => kept("code", record)),
    ...feeds.flatMap((record) => kept("feed", record)),
    ...webhooks.map((record) => ({ set: webhookRecordKey(record), value: record })),
    ...[...Map.groupBy(feeds, ({ keyId }) => keyId)].map(([keyId, records]) => ({
      set: feedTokenListKey(keyId),
      value: records,
    })),
    ...users.map((user) => ({ set: credentialKey("user", user.username), value: user })),
  ];
}

function kept(kind: CredentialKind, record: HashedRecord): Setting[] {
  return [
    { set: credentialKey(kind, record.digest), value: record },
    { set: credentialIdKey(kind, record.id), value: record.digest },
  ];
}

function* batches(writes: readonly KvWrite[]): Generator<KvWrite[]> {
  let batch: KvWrite[] = [];
  let size = 0;
  for (const write of writes) {
    const cost = JSON.stringify(write).length;
    if (batch.length === COMMIT_WRITES || (size + cost > COMMIT_TEXT && batch.length > 0)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(write);
    size += cost;
  }
  if (batch.length > 0) yield batch;
}
