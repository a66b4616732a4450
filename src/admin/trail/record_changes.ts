import { type ActFields, type AdminAct, PERSONAL_FIELDS } from "../../audit/entries/admin_entry.ts";
import { CREDENTIAL_KINDS, type CredentialKind } from "../../platform/credential_keys.ts";
import { WEBHOOK_PREFIXES } from "../../platform/store_keys.ts";
import type { KvEntry, KvKey, KvWrite } from "../../platform/kv.ts";

type RecordKind = Exclude<CredentialKind, "former_secret"> | "webhook";

const KEY_FIELDS =
  "hint owner email plan groups ips createdAt expiresAt revokedAt forgottenAt creditedAt demo";

/** The fields of records that entries show: no digest, no password, nothing sealed. */
const VISIBLE: Readonly<Record<RecordKind, string>> = {
  key: KEY_FIELDS,
  bound_key: `${KEY_FIELDS} origin note language`,
  token: "hint organization name email state reason " +
    "appliedAt reviewedAt regeneratedAt revokedAt forgottenAt",
  user: "createdAt changedAt loggedOutAt",
  code: "hint email limit used createdAt revokedAt forgottenAt",
  feed: "hint keyId createdAt",
  webhook: "keyId format mention types groups members createdAt offAt offReason",
};

const RECORDED_KINDS = CREDENTIAL_KINDS.filter((kind) => kind !== "former_secret");

/** The kind of the record at a key; undefined if there is something else. */
export function recordKindAt(key: KvKey): RecordKind | undefined {
  // A former secret changes with its key, whose entry it is.
  if (key.length === 2) return RECORDED_KINDS.find((kind) => kind === key[0]);
  const isWebhook = WEBHOOK_PREFIXES.some((prefix) =>
    key.length === prefix.length + 2 && prefix.every((part, index) => part === key[index])
  );
  return isWebhook ? "webhook" : undefined;
}

/** What a commit does to one record, as its entry says it. */
export type RecordChange = Pick<AdminAct, "subject" | "before" | "after">;

/**
 * What a commit does to each record, by what is stored and what is written. A record whose digest
 * changes is deleted at one key and set at another: that is one change.
 */
export function recordChanges(
  stored: readonly KvEntry[],
  writes: readonly KvWrite[],
): RecordChange[] {
  const changes = new Map<string, Sides>();
  const add = (side: "before" | "after", key: KvKey, record: unknown) => {
    const kind = recordKindAt(key);
    if (kind === undefined || typeof record !== "object" || record === null) return;
    const subject = nameOf(record);
    const sides = changes.get(`${kind} ${subject}`) ?? { kind, subject, before: null, after: null };
    changes.set(`${kind} ${subject}`, { ...sides, [side]: record });
  };
  for (const { key, value } of stored) add("before", key, value);
  for (const write of writes) if ("set" in write) add("after", write.set, write.value);
  return [...changes.values()].map(changeOf);
}

interface Sides {
  readonly kind: RecordKind;
  readonly subject: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

function changeOf({ kind, subject, before, after }: Sides): RecordChange {
  const isForgotten = after !== null && "forgottenAt" in after;
  const [old, now] = [before, after].map((record) =>
    record && visibleFields(kind, record, isForgotten)
  );
  if (!old || !now) return { subject, before: old ?? null, after: now ?? null };
  return { subject, ...differences(old, now) };
}

/** The key that a write is about. */
export function keyOf(write: KvWrite): KvKey {
  return "delete" in write ? write.delete : write.set;
}

function nameOf(record: object): string | null {
  const { id, username } = record as { id?: unknown; username?: unknown };
  const name = id ?? username;
  return typeof name === "string" ? name : null;
}

/**
 * A record as entries show it: names as in answers, instants as ISO 8601 in UTC. Of a person who was
 * forgotten, nothing that says who it is.
 */
function visibleFields(kind: RecordKind, record: object, isForgotten: boolean): ActFields {
  const values = record as Record<string, unknown>;
  const names = VISIBLE[kind].split(" ").filter((name) =>
    values[name] !== undefined && !(isForgotten && PERSONAL_FIELDS.includes(name))
  );
  return Object.fromEntries(names.map((name) => [snakeCase(name), shown(name, values[name])]));
}

/** The fields that differ, on both sides; null is a field that is not there. */
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
