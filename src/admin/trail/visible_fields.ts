import { type ActFields, PERSONAL_FIELDS } from "../../audit/entries/admin_entry.ts";
import {
  CREDENTIAL_KINDS,
  type CredentialKind,
  WEBHOOK_PREFIXES,
} from "../../platform/store_keys.ts";
import type { KvKey } from "../../platform/kv.ts";

/** The kinds of records whose changes entries tell. */
export type RecordKind = CredentialKind | "webhook";

/** The fields of records that entries show: no digest, no password, nothing sealed. */
const VISIBLE: Readonly<Record<RecordKind, readonly string[]>> = {
  key: [
    "hint",
    "owner",
    "email",
    "plan",
    "groups",
    "ips",
    "createdAt",
    "expiresAt",
    "revokedAt",
    "forgottenAt",
    "creditedAt",
    "demo",
  ],
  token: [
    "hint",
    "organization",
    "name",
    "email",
    "state",
    "reason",
    "appliedAt",
    "reviewedAt",
    "regeneratedAt",
    "revokedAt",
    "forgottenAt",
  ],
  user: ["createdAt", "changedAt", "loggedOutAt"],
  code: ["hint", "email", "limit", "used", "createdAt", "revokedAt", "forgottenAt"],
  feed: ["hint", "keyId", "createdAt"],
  webhook: [
    "keyId",
    "format",
    "mention",
    "types",
    "groups",
    "members",
    "createdAt",
    "offAt",
    "offReason",
  ],
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
export function namelessFields(kind: RecordKind, record: object): ActFields {
  return Object.fromEntries(
    Object.entries(visibleFields(kind, record)).filter(([name]) => !PERSONAL_FIELDS.includes(name)),
  );
}

/** A record as entries show it: names as in answers, instants as ISO 8601 in UTC. */
export function visibleFields(kind: RecordKind, record: object): ActFields {
  const values = record as Record<string, unknown>;
  return Object.fromEntries(
    VISIBLE[kind].filter((name) => values[name] !== undefined)
      .map((name) => [snakeCase(name), shown(name, values[name])]),
  );
}

/** The fields that differ, on both sides; null stands for a field that is not there. */
export function differences(
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
