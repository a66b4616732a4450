import type { KvCheck, KvWrite } from "../platform/kv.ts";
import { type ActFields, type AdminAct, PERSONAL_FIELDS } from "./entries.ts";

/** What a commit does to one thing, as its entry says it. */
export type Change = Pick<AdminAct, "subject" | "before" | "after">;

/**
 * Commits a change with whatever goes with it, or nothing at all: the new version, or null if a check
 * does not hold.
 */
export type CommitChange = (
  change: Change,
  checks: readonly KvCheck[],
  writes: readonly KvWrite[],
) => Promise<string | null>;

/**
 * A change of a record; undefined: there was none, or none is left. `fields`: those that entries show,
 * with names as in answers and instants as ISO 8601 in UTC. If it was there and stays, only what differs
 * is shown; of a person who was forgotten, nothing that says who it is.
 */
export function changeOf(
  subject: string,
  fields: readonly string[],
  { before, after }: { before?: object | undefined; after?: object | undefined },
): Change {
  const isForgotten = after !== undefined && "forgottenAt" in after;
  const [old, now] = [before, after].map((record) =>
    record === undefined ? null : visibleFields(fields, record, isForgotten)
  ) as [ActFields | null, ActFields | null];
  if (old === null || now === null) return { subject, before: old, after: now };
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  const pick = (side: ActFields) =>
    Object.fromEntries(names.map((name) => [name, side[name] ?? null]));
  return { subject, before: pick(old), after: pick(now) };
}

function visibleFields(
  fields: readonly string[],
  record: object,
  isForgotten: boolean,
): ActFields {
  const values = record as Record<string, unknown>;
  const names = fields.filter((name) =>
    values[name] !== undefined && !(isForgotten && PERSONAL_FIELDS.includes(name))
  );
  return Object.fromEntries(names.map((name) => [snakeCase(name), shown(name, values[name])]));
}

function shown(name: string, value: unknown): unknown {
  return name.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
