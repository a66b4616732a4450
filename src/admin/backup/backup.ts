/**
 * This room writes all records to a backup and restores them from it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { z } from "zod";
import { type AnnouncedBackup, takeAnnounced } from "../../change_feed/announce_store.ts";
import type { CodeRecord } from "../../access/records/code_store.ts";
import type { FeedTokenRecord } from "../../access/records/feed_token_store.ts";
import { createMac } from "../../toolbox/mac.ts";
import { isBound, type KeyRecord, rootOf } from "../../access/records/key_store.ts";
import type { TokenRecord } from "../../access/records/token_store.ts";
import type { UserRecord } from "../../access/records/user_store.ts";
import { type SumsBackup, takeSums } from "../../live/store/sums_backup.ts";
import { errorMessage } from "../../platform/log.ts";
import { pepperMark, type Store } from "../../store/store.ts";
import type { WebhookRecord } from "../../webhooks/records/webhook_record.ts";
import { createWebhookStore } from "../../webhooks/records/webhook_store.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { CommandError } from "../command/command.ts";

const importSchemas = lazily(() => import("./backup_schema.ts"));

/** @throws {CommandError} if the packages of the checks are not on this machine */
async function loadSchemas() {
  try {
    return await importSchemas();
  } catch (error) {
    const why = "the packages of the program are not on this machine";
    const remedy = "run deno install in the program's folder, then this command again";
    const [cause] = errorMessage(error).split("\n", 1);
    throw new CommandError(`Cannot check the backup: ${why} (${cause}); ${remedy}`);
  }
}

const FORMAT = "oshibase-backup";
/** The first version; the second one holds what a program that knows the first alone would lose. */
const VERSION = 1;
const VERSION_WITH_MORE = 2;

/**
 * The content of a backup: everybody who may come in, and when items were modified; neither what was
 * used nor what is served.
 */
export interface Backup {
  readonly keys: readonly KeyRecord[];
  readonly tokens: readonly TokenRecord[];
  readonly users: readonly UserRecord[];
  readonly codes: readonly CodeRecord[];
  readonly feeds: readonly FeedTokenRecord[];
  /** Addresses and secrets sealed, under the pepper. */
  readonly webhooks: readonly WebhookRecord[];
  /** What was announced last; undefined if nothing was. */
  readonly announced: AnnouncedBackup | undefined;
  /** What broadcasts come to, which is kept for good. */
  readonly sums: readonly SumsBackup[];
  /** Tells whether another store's pepper is this one's; nothing of the pepper itself. */
  readonly pepperMark: string;
  /** The pepper as `KEY_PEPPER` or the pepper file has it, if it was asked for. */
  readonly pepper: string | undefined;
}

/** How many records of each kind a backup has. */
export function countsOf(backup: Backup): Record<string, number> {
  const kinds = ["keys", "tokens", "users", "codes", "feeds", "webhooks"] as const;
  return Object.fromEntries(kinds.map((kind) => [kind, backup[kind].length]));
}

/** Reads the store; the key that is made for trying the service out stays behind. */
export async function takeBackup(
  store: Store,
  { withPepper }: { withPepper: boolean },
): Promise<Backup> {
  const [keys, tokens, users, codes, feeds] = await Promise.all([
    store.keys.list(),
    store.tokens.list(),
    store.users.list(),
    store.codes.list(),
    store.feeds.list(),
  ]);
  const kept = keys.filter(({ demo }) => demo === undefined);
  const digests = new Set(kept.flatMap((key) => [key.digest, rootOf(key)]));
  const ids = new Set(kept.map(({ id }) => id));
  return {
    keys: kept,
    tokens,
    users,
    codes,
    feeds: feeds.filter(({ keyDigest }) => digests.has(keyDigest)),
    webhooks: (await createWebhookStore(store.kv).list()).filter(({ keyId }) => ids.has(keyId)),
    announced: await takeAnnounced(store.kv),
    sums: await takeSums(store.kv),
    pepperMark: pepperMark(store.secretHash),
    pepper: withPepper ? new TextDecoder().decode(store.pepper) : undefined,
  };
}

/** The text of a backup's file. */
export function writeBackup(backup: Backup, madeAt: number): string {
  const { keys, tokens, users, codes, feeds, webhooks, announced, sums } = backup;
  const { pepperMark, pepper } = backup;
  const bound = keys.filter(isBound);
  const value = {
    format: FORMAT,
    version: sums.length === 0 && bound.length === 0 ? VERSION : VERSION_WITH_MORE,
    made_at: new Date(madeAt).toISOString(),
    pepper_mark: pepperMark,
    ...(pepper !== undefined && { pepper }),
    keys: keys.filter((key) => !isBound(key)),
    // An earlier program would open them without their condition.
    ...(bound.length > 0 && { bound_keys: bound }),
    tokens,
    users: users.map(writeUser),
    codes,
    feeds,
    webhooks: webhooks.map(writeWebhook),
    ...(announced !== undefined && { announced }),
    ...(sums.length > 0 && { broadcast_sums: sums }),
  };
  return JSON.stringify(value, null, 2) + "\n";
}

/**
 * Reads the text of a backup's file.
 *
 * @throws {CommandError} if it is none, or not whole
 */
export async function readBackup(text: string): Promise<Backup> {
  const value = parse(text);
  if (value.format !== FORMAT) throw unreadable("it is no backup");
  if (value.version !== VERSION && value.version !== VERSION_WITH_MORE) {
    throw unreadable("another version of the program wrote it");
  }
  const { pepper_mark: mark, pepper } = value;
  if (typeof mark !== "string") throw unreadable("its pepper_mark is missing");
  const isOwn = pepper === undefined || (typeof pepper === "string" && markOf(pepper) === mark);
  if (!isOwn) throw unreadable("its pepper is not the one that its credentials were made with");
  const { RECORD_SCHEMAS: schemas, ANNOUNCED_SCHEMA, SUMS_SCHEMA } = await loadSchemas();
  const { announced } = value;
  const backup = {
    keys: records<KeyRecord>(withBound(value), "keys", schemas.keys),
    tokens: records<TokenRecord>(value, "tokens", schemas.tokens),
    users: records<Record<string, unknown>>(value, "users", schemas.users).map(readUser),
    codes: records<CodeRecord>(value, "codes", schemas.codes),
    // An earlier program knew none.
    feeds: records<FeedTokenRecord>({ feeds: [], ...value }, "feeds", schemas.feeds),
    webhooks: records<Record<string, unknown>>(
      { webhooks: [], ...value },
      "webhooks",
      schemas.webhooks,
    )
      .map(readWebhook),
    pepperMark: mark,
    pepper: pepper as string | undefined,
  };
  // Backups of earlier programs have none.
  if (!ANNOUNCED_SCHEMA.optional().safeParse(announced).success) {
    throw unreadable("what was announced is not whole");
  }
  const { broadcast_sums: sums = [] } = value;
  if (!SUMS_SCHEMA.safeParse(sums).success) {
    throw unreadable("its sums of broadcasts are not whole");
  }
  return {
    ...backup,
    announced: announced as AnnouncedBackup | undefined,
    sums: sums as readonly SumsBackup[],
  };
}

/** What tells this pepper from another, as `KEY_PEPPER` or the pepper file has it. */
export function markOf(pepper: string): string {
  return pepperMark(createMac(pepper));
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below.
  }
  throw unreadable("it is no JSON object");
}

/** All records of a kind, each whole and there once. */
function records<R>(value: Record<string, unknown>, kind: string, schema: z.ZodObject): R[] {
  const list = value[kind];
  if (!Array.isArray(list)) throw unreadable(`its ${kind} are missing`);
  for (const [index, record] of list.entries()) {
    const { success, error } = schema.safeParse(record);
    if (success) continue;
    const [wrong = Object.keys(schema.shape)[0]] = error.issues[0]!.path;
    throw unreadable(
      `"${String(wrong)}" is missing or wrong in number ${index + 1} of its ${kind}`,
    );
  }
  for (const name of ["id", "username", "digest"]) {
    const values = list.flatMap((record) => record[name] ?? []);
    if (new Set(values).size < values.length) {
      throw unreadable(`two of its ${kind} have one ${name}`);
    }
  }
  return list;
}

function writeUser(user: UserRecord) {
  const { salt, rounds, hash } = user.password;
  return { ...user, password: { salt: toText(salt), rounds, hash: toText(hash) } };
}

function readUser(record: Record<string, unknown>): UserRecord {
  const { salt, rounds, hash } = record.password as { salt: string; rounds: number; hash: string };
  const password = { salt: toBytes(salt), rounds, hash: toBytes(hash) };
  return { ...record, password } as UserRecord;
}

/** All keys in one list; backups without keys that have a condition have none of those. */
function withBound(
  { keys, bound_keys: bound = [], ...value }: Record<string, unknown>,
): Record<string, unknown> {
  if (!Array.isArray(bound)) throw unreadable("its bound_keys are missing");
  return { ...value, keys: Array.isArray(keys) ? [...keys, ...bound] : keys };
}

function writeWebhook({ sealed, ...record }: WebhookRecord) {
  return { ...record, sealed: toText(sealed) };
}

function readWebhook(record: Record<string, unknown>): WebhookRecord {
  return { ...record, sealed: toBytes(record.sealed as string) } as WebhookRecord;
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

function unreadable(why: string): CommandError {
  return new CommandError(`Cannot read the backup: ${why}`);
}
