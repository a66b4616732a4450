import { actEntry, type ActFields, type AdminAct, PERSONAL_FIELDS } from "../../audit/entries.ts";
import type { UseLog } from "../../audit/use_log.ts";
import {
  getAll,
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
} from "../../platform/kv.ts";
import { WEBHOOK_RECORDS } from "../../platform/store_keys.ts";
import { CREDENTIAL_KINDS, type CredentialKind } from "../../platform/credential_keys.ts";

const ATTEMPTS = 50;

interface RecordedCommitDeps {
  readonly kv: Kv;
  readonly uses: Pick<UseLog, "batch">;
  /** What the command names, if its writes do not say it. */
  readonly subject: string | null;
  act(change: RecordChange): AdminAct;
}

/**
 * Makes a commit that writes what it does into the record, or does nothing at all; `changes` take the
 * place of what the writes tell by themselves. The number of its last entry, as text, or null if one of
 * `checks` did not hold.
 */
export async function commitRecorded(
  { kv, uses, subject, act }: RecordedCommitDeps,
  checks: readonly KvCheck[],
  writes: readonly KvWrite[],
  changes?: readonly RecordChange[],
): Promise<string | null> {
  const changed = writes.map(keyOf).filter((key) => recordKindAt(key) !== undefined);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const records = await getAll(kv, changed);
    if (!agree(checks, records)) return null;
    const acts = (changes ?? changesOf(records, writes, subject)).map(act);
    const all = [
      ...checks,
      ...records.filter(({ key }) => checks.every((check) => !isSame(check.key, key))),
    ];
    const batch = uses.batch(acts.map(actEntry), { checks: all, writes });
    const last = await batch.append();
    if (last !== null) return String(last);
    if (!await hold(kv, checks)) return null;
  }
  throw new Error("Cannot put the change on record, so it was not made: try again");
}

/** Something that is no record of its own is changed: the command says what. */
function changesOf(
  records: readonly KvEntry[],
  writes: readonly KvWrite[],
  subject: string | null,
): RecordChange[] {
  const changes = recordChanges(records, writes);
  return changes.length > 0 ? changes : [{ subject, before: null, after: null }];
}

/** Whether what was read is what the checks ask for, as far as they are about the same keys. */
function agree(checks: readonly KvCheck[], entries: readonly KvEntry[]): boolean {
  return entries.every(({ key, version }) =>
    checks.every((check) => !isSame(check.key, key) || check.version === version)
  );
}

async function hold(kv: Kv, checks: readonly KvCheck[]): Promise<boolean> {
  const entries = await getAll(kv, checks.map(({ key }) => key));
  return entries.every(({ version }, index) => version === checks[index]!.version);
}

function isSame(one: KvKey, other: KvKey): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

type RecordKind = CredentialKind | "webhook";

/** The fields of records that entries show: no digest, no password, nothing sealed. */
const VISIBLE: Readonly<Record<RecordKind, string>> = {
  key:
    "hint owner email plan groups ips createdAt expiresAt revokedAt forgottenAt creditedAt demo " +
    "note language",
  token: "hint organization name email state reason " +
    "appliedAt reviewedAt regeneratedAt revokedAt forgottenAt",
  user: "createdAt changedAt loggedOutAt",
  code: "hint email limit used createdAt revokedAt forgottenAt",
  webhook: "keyId format mention types groups members createdAt offAt offReason",
};

/** The kind of the record at a key; undefined if there is something else. */
export function recordKindAt(key: KvKey): RecordKind | undefined {
  if (key.length === 2) return CREDENTIAL_KINDS.find((kind) => kind === key[0]);
  const isWebhook = key.length === WEBHOOK_RECORDS.length + 2 &&
    WEBHOOK_RECORDS.every((part, index) => part === key[index]);
  return isWebhook ? "webhook" : undefined;
}

/** What a commit does to one record, as its entry says it. */
export type RecordChange = Pick<AdminAct, "subject" | "before" | "after">;

/** What a commit does to each record, by what is stored and what is written. */
function recordChanges(
  stored: readonly KvEntry[],
  writes: readonly KvWrite[],
): RecordChange[] {
  return writes.flatMap((write) => {
    const key = keyOf(write);
    const kind = recordKindAt(key);
    const before = stored.find((entry) => isSame(entry.key, key))?.value ?? null;
    const after = "set" in write ? write.value : null;
    if (kind === undefined || (before === null && after === null)) return [];
    // It goes with its key, whose entry says so.
    if (kind === "webhook" && after === null) return [];
    return [changeOf(kind, String(key.at(-1)), before as object | null, after as object | null)];
  });
}

function changeOf(
  kind: RecordKind,
  subject: string,
  before: object | null,
  after: object | null,
): RecordChange {
  const isForgotten = after !== null && "forgottenAt" in after;
  const [old, now] = [before, after].map((record) =>
    record && visibleFields(kind, record, isForgotten)
  );
  if (!old || !now) return { subject, before: old ?? null, after: now ?? null };
  return { subject, ...differences(old, now) };
}

function keyOf(write: KvWrite): KvKey {
  return "delete" in write ? write.delete : write.set;
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
