import { type ActFields, type AdminAct, PERSONAL_FIELDS } from "../../audit/entries/admin_entry.ts";
import {
  CREDENTIAL_KINDS,
  type CredentialKind,
  WEBHOOK_PREFIXES,
} from "../../platform/store_keys.ts";
import type { KvEntry, KvKey, KvWrite } from "../../platform/kv.ts";

/** The kinds of records whose changes entries tell. */
type RecordKind = CredentialKind | "webhook";

/** The fields of records that entries show: no digest, no password, nothing sealed. */
const VISIBLE: Readonly<Record<RecordKind, string>> = {
  key: "hint owner email plan groups ips createdAt expiresAt revokedAt forgottenAt creditedAt demo",
  token: "hint organization name email state reason " +
    "appliedAt reviewedAt regeneratedAt revokedAt forgottenAt",
  user: "createdAt changedAt loggedOutAt",
  code: "hint email limit used createdAt revokedAt forgottenAt",
  feed: "hint keyId createdAt",
  webhook: "keyId format mention types groups members createdAt offAt offReason",
};

/** The kind of the record that lies at a key; undefined where there is something else. */
export function recordKindAt(key: KvKey): RecordKind | undefined {
  if (key.length === 2) return CREDENTIAL_KINDS.find((kind) => kind === key[0]);
  const isWebhook = WEBHOOK_PREFIXES.some((prefix) =>
    key.length === prefix.length + 2 && prefix.every((part, place) => part === key[place])
  );
  return isWebhook ? "webhook" : undefined;
}

/** The same without what says who the person is: of a record whose person was forgotten. */
function namelessFields(kind: RecordKind, record: object): ActFields {
  return Object.fromEntries(
    Object.entries(visibleFields(kind, record)).filter(([name]) => !PERSONAL_FIELDS.includes(name)),
  );
}

/** A record as entries show it: names as in answers, instants as ISO 8601 in UTC. */
function visibleFields(kind: RecordKind, record: object): ActFields {
  const values = record as Record<string, unknown>;
  return Object.fromEntries(
    VISIBLE[kind].split(" ").filter((name) => values[name] !== undefined)
      .map((name) => [snakeCase(name), shown(name, values[name])]),
  );
}

/** The fields that differ, on both sides; null stands for a field that is not there. */
function differences(
  before: ActFields,
  after: ActFields,
): { before: ActFields; after: ActFields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (fields: ActFields) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

function shown(name: string, value: unknown): unknown {
  return name.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a commit does to one record, as its entry says it. */
export type RecordChange = Pick<AdminAct, "subject" | "before" | "after">;

/** The keys of records among the writes of a commit. */
export function recordKeys(writes: readonly KvWrite[]): KvKey[] {
  return writes.map(keyOf).filter((key) => recordKindAt(key) !== undefined);
}

/**
 * What a commit does to each record, by what is stored and what is written. A record whose digest
 * changes is deleted at one key and set at another: that is one change.
 */
export function recordChanges(
  stored: readonly KvEntry[],
  writes: readonly KvWrite[],
): RecordChange[] {
  const changes = new Map<string, Sides>();
  const sidesOf = (kind: RecordKind, record: object) => {
    const subject = nameOf(record);
    const sides = changes.get(`${kind} ${subject}`) ?? { kind, subject, before: null, after: null };
    changes.set(`${kind} ${subject}`, sides);
    return sides;
  };
  for (const { key, value } of stored) {
    const kind = recordKindAt(key);
    if (kind !== undefined && isRecord(value)) sidesOf(kind, value).before = value;
  }
  for (const write of writes) {
    const kind = recordKindAt(keyOf(write));
    if (kind !== undefined && "set" in write && isRecord(write.value)) {
      sidesOf(kind, write.value).after = write.value;
    }
  }
  return [...changes.values()].map(changeOf);
}

interface Sides {
  readonly kind: RecordKind;
  readonly subject: string | null;
  before: object | null;
  after: object | null;
}

function changeOf({ kind, subject, before, after }: Sides): RecordChange {
  const isForgotten = after !== null && "forgottenAt" in after;
  const fieldsOf = isForgotten ? namelessFields : visibleFields;
  const [old, now] = [before, after].map((record) => record && fieldsOf(kind, record));
  if (!old || !now) return { subject, before: old ?? null, after: now ?? null };
  return { subject, ...differences(old, now) };
}

function keyOf(write: KvWrite): KvKey {
  return "delete" in write ? write.delete : write.set;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function nameOf(record: object): string | null {
  const { id, username } = record as { id?: unknown; username?: unknown };
  const name = id ?? username;
  return typeof name === "string" ? name : null;
}
