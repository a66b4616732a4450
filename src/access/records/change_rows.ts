import type { Kv, KvCheck, KvEntry, KvKey, KvWrite } from "../../platform/kv.ts";
import {
  credentialChangeKey,
  credentialChangesPrefix,
  type CredentialKind,
  revisionKey,
} from "../../platform/credential_keys.ts";
import { appendToJournal } from "../../shared_state/journal.ts";

/** Codes are read when they are asked for: no server follows their changes. */
const hasRows = (kind: CredentialKind) => kind !== "code";

/** How many changes stay on record; a server that knows none of them reads all credentials again. */
export const MAX_CHANGE_ROWS = 1000;

/** A change that meets others so often goes without a row. */
const ATTEMPTS = 8;
/** How many changes are read at first; mostly there is one. */
const FIRST_ROWS = 20;

/** What one commit changed. Its version is that of the revision which the same commit set. */
interface ChangeRow {
  readonly ids: readonly string[];
  /** The version of the revision that it follows. */
  readonly before: string | null;
}

/**
 * Creates commits that set the revision of a kind and, of kinds that servers hold in memory, add a row
 * that names what was changed and the revision before. A commit that sets the revision without a row
 * breaks the chain of rows: readers then read all.
 */
export function createCommitChange(kv: Kv, kind: CredentialKind) {
  const revision = revisionKey(kind);

  /** Commits a change of the credentials of these ids; null if one of `checks` did not hold. */
  return async function commitChange(
    ids: readonly [string, ...string[]],
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
  ): Promise<string | null> {
    const all = [...writes, { set: revision, value: ids[0] }];
    if (!hasRows(kind)) return await kv.commit(checks, all);
    const where = { head: revision, checks, attempts: ATTEMPTS };
    const done = await appendToJournal(kv, where, async ({ version: before }) => [
      ...all,
      ...await nextRow(kv, kind, { ids, before }),
    ]);
    if (done === "contended") return await kv.commit(checks, all);
    return done === "refused" ? null : done.version;
  };
}

/** The row behind the last one, in the place of the oldest. */
async function nextRow(kv: Kv, kind: CredentialKind, row: ChangeRow): Promise<KvWrite[]> {
  const [last] = await kv.list(credentialChangesPrefix(kind), { limit: 1, reverse: true });
  const number = last === undefined ? 1 : Number(last.key.at(-1)) + 1;
  return [
    { set: credentialChangeKey(kind, number), value: row },
    { delete: credentialChangeKey(kind, number - MAX_CHANGE_ROWS) },
  ];
}

/**
 * The ids of what was changed after the revision of version `from`, up to that of version `to`;
 * undefined if the rows do not say: one is missing, or too long ago.
 */
export async function readChangedIds(
  kv: Kv,
  kind: CredentialKind,
  from: string,
  to: string,
): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>();
  let wanted: string | null = to;
  for await (const { version, value } of newestFirst(kv, kind)) {
    // What was changed after the revision was read is found by the next load.
    if (wanted === null || version! > wanted) continue;
    if (version !== wanted) return undefined;
    value!.ids.forEach((id) => ids.add(id));
    wanted = value!.before;
    if (wanted === from) return ids;
  }
  return undefined;
}

async function* newestFirst(kv: Kv, kind: CredentialKind): AsyncGenerator<KvEntry<ChangeRow>> {
  const prefix = credentialChangesPrefix(kind);
  let after: KvKey | undefined;
  for (let limit = FIRST_ROWS;; limit = MAX_CHANGE_ROWS) {
    const from = after && { after };
    const rows = await kv.list<ChangeRow>(prefix, { limit, reverse: true, ...from });
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1)!.key;
  }
}
