import type { AnnouncedBackup } from "../../announce/announced_backup.ts";
import { readAddressRange } from "../../address/ip_range_list.ts";
import { isUsername } from "../../access/records/user_store.ts";

/** Whether a field may have a value. */
type Check = (value: unknown) => boolean;

/** The checks of the fields of one kind of records, which may have other fields too. */
export type BackupFields = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const name: Check = (value) => typeof value === "string" && value !== "";
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const states = ["applied", "approved", "rejected", "revoked"];

/** SHA-256 makes as many bytes; others could not be compared with what a password comes to. */
const HASH = /^[\w-]{43}$/;
const MAX_ROUNDS = 10_000_000;

/** The records of a backup by kind. What a server reads without asking has to be right here. */
export const BACKUP_FIELDS = {
  keys: {
    ...{ id: name, digest: name, hint: text, owner: text, email: text, plan: name },
    ...{ groups: texts, ips: addresses, createdAt: count },
    ...{
      expiresAt: maybe(count),
      revokedAt: maybe(count),
      forgottenAt: maybe(count),
      creditedAt: maybe(count),
    },
  },
  tokens: {
    ...{ id: name, digest: name, hint: text, organization: name, name: text, email: text },
    ...{ state: (value) => states.some((state) => state === value), appliedAt: count },
    ...{ reviewedAt: maybe(count), reason: maybe(text), regeneratedAt: maybe(count) },
    ...{ revokedAt: maybe(count), forgottenAt: maybe(count) },
  },
  users: {
    username: (value) => typeof value === "string" && isUsername(value),
    password: isPassword,
    ...{ createdAt: count, changedAt: count },
  },
  codes: {
    ...{ id: name, digest: name, hint: text, email: maybe(text), limit: count, used: count },
    ...{ createdAt: count, revokedAt: maybe(count), forgottenAt: maybe(count) },
  },
  webhooks: {
    ...{ id: name, keyId: name, sealed: name, createdAt: count, offAt: maybe(count) },
    format: (value) => value === "standard" || value === "discord" || value === "ntfy",
    mention: maybe(text),
    ...{ types: texts, groups: texts, members: texts, offReason: maybe(text) },
  },
  feeds: {
    ...{ id: name, digest: name, hint: text, keyId: name, keyDigest: name, createdAt: count },
  },
} satisfies Record<string, BackupFields>;

const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const having = (fields: BackupFields): Check => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries(fields).every(([field, check]) =>
    check((value as Record<string, unknown>)[field])
  );

const occasion = {
  ...{ title: text, start: Number.isFinite, date: text, minutes: maybe(count), venue: maybe(text) },
};
const items = having({
  ...{ id: text, hashes: text, at: count, from: maybe(Number.isFinite), former: maybe(texts) },
  occasion: maybe(having(occasion)),
});
const announced = having({
  ...{ build: name, built_at: count, seq: count, at: count, since: count },
  lists: listOf(having({ group: name, kind: name, fields: texts, items: listOf(items) })),
  gone: listOf(
    having({
      group: name,
      kind: name,
      id: text,
      former: maybe(texts),
      at: count,
      until: count,
      ...occasion,
    }),
  ),
});

/** Whether the part of a backup that says what was announced is whole. */
export function isAnnouncedBackup(value: unknown): value is AnnouncedBackup {
  return announced(value);
}

function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function addresses(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => text(entry) && isAddressRange(entry));
}

function isAddressRange(entry: string): boolean {
  try {
    readAddressRange(entry);
    return true;
  } catch {
    return false;
  }
}

function isPassword(value: unknown): boolean {
  const { salt, rounds, hash } = (value ?? {}) as Record<string, unknown>;
  return name(salt) && typeof hash === "string" && HASH.test(hash) &&
    count(rounds) && (rounds as number) > 0 && (rounds as number) <= MAX_ROUNDS;
}
