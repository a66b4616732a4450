import type { AdminAct } from "../../audit/entries/admin_entry.ts";
import type { KvEntry, KvKey, KvWrite } from "../../platform/kv.ts";
import {
  differences,
  namelessFields,
  type RecordKind,
  recordKindAt,
  visibleFields,
} from "./visible_fields.ts";

/** What a commit does to one record, as its entry says it. */
export type RecordChange = Pick<AdminAct, "subject" | "before" | "after">;

/** The keys of records among the writes of a commit. */
export function recordKeys(writes: readonly KvWrite[]): KvKey[] {
  return writes.map(keyOf).filter((key) => recordKindAt(key) !== undefined);
}

/**
 * What a commit does to each record, told from what is stored and what is written. A record whose digest
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
