import type { AdminAct } from "../../audit/entries/admin_entry.ts";
import { type ActDeps, commitOnRecord, CONTENTION } from "../../audit/record/appender.ts";
import type { StoredHead } from "../../audit/record/chain.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import {
  getAll,
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
} from "../../platform/kv.ts";
import { AUDIT_HEAD, STORE_FORMAT } from "../../platform/store_keys.ts";
import {
  ADMIN_ENTRIES_FORMAT,
  formatOf,
  formatProblem,
  PEOPLE_APART_FORMAT,
  type StoredFormat,
} from "../../store/format.ts";
import { fullJitterMs } from "../../toolbox/back_off.ts";
import { CommandError } from "../command/command.ts";
import { keyOf, type RecordChange, recordChanges, recordKindAt } from "./record_changes.ts";

const ATTEMPTS = 200;

interface RecordedCommitDeps extends ActDeps {
  readonly clock: Clock;
  /** What the command names, if its writes do not say it. */
  readonly subject: string | null;
  act(change: RecordChange): AdminAct;
  logUnrecorded(act: AdminAct): void;
}

/**
 * Makes a commit that writes what it does into the record, or does nothing at all; `changes` take the
 * place of what the writes tell by themselves. The new version, or null if one of `checks` did not hold.
 */
export async function commitRecorded(
  deps: RecordedCommitDeps,
  checks: readonly KvCheck[],
  writes: readonly KvWrite[],
  changes?: readonly RecordChange[],
): Promise<string | null> {
  const { kv, clock, random, subject } = deps;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const seen = await readSeen(kv, writes);
    if (!agree(checks, seen.entries)) return null;
    const acts = (changes ?? changesOf(seen, writes, subject)).map(deps.act);
    const version = await tryCommit(deps, seen, acts, { checks, writes });
    if (version !== null) return version;
    if (!await hold(kv, checks)) return null;
    await sleep(clock, fullJitterMs(CONTENTION, attempt, random.fraction()));
  }
  throw new Error("Cannot put the change on record, so it was not made: try again");
}

async function tryCommit(
  deps: RecordedCommitDeps,
  { format, head, entries }: Seen,
  acts: readonly AdminAct[],
  { checks, writes }: { checks: readonly KvCheck[]; writes: readonly KvWrite[] },
): Promise<string | null> {
  const all = [
    ...checks,
    ...entries.filter(({ key }) => checks.every((check) => !isSame(check.key, key))),
  ];
  const written = Math.max(format, raisedBy(writes));
  if (written >= ADMIN_ENTRIES_FORMAT) {
    const isApart = written >= PEOPLE_APART_FORMAT;
    return await commitOnRecord(deps, head, { acts, isApart, checks: all, writes });
  }
  const version = await deps.kv.commit(all, writes);
  if (version !== null) acts.forEach(deps.logUnrecorded);
  return version;
}

/** What was seen at one time: the format, the end of the record, the records that are to change. */
interface Seen {
  readonly format: number;
  readonly head: KvEntry<StoredHead>;
  readonly records: readonly KvEntry[];
  /** All of it but the head, whose check is made where it moves. */
  readonly entries: readonly KvEntry[];
}

async function readSeen(kv: Kv, writes: readonly KvWrite[]): Promise<Seen> {
  const changed = writes.map(keyOf).filter((key) => recordKindAt(key) !== undefined);
  const keys = [STORE_FORMAT, AUDIT_HEAD, ...changed];
  const [stored, head, ...records] = await getAll(kv, keys) as [KvEntry, KvEntry, ...KvEntry[]];
  const format = formatOf(stored.value as StoredFormat | null);
  const problem = formatProblem(format);
  if (problem !== undefined) {
    throw new CommandError(`Cannot change this store: ${problem}`, "conflict");
  }
  return { format, head: head as KvEntry<StoredHead>, records, entries: [stored, ...records] };
}

/** Something that is no record of its own is changed: the command says what. */
function changesOf(
  { format, records }: Seen,
  writes: readonly KvWrite[],
  subject: string | null,
): RecordChange[] {
  const changes = recordChanges(records, writes);
  if (changes.length > 0) return changes;
  const raised = raisedBy(writes);
  return raised === 0
    ? [{ subject, before: null, after: null }]
    : [{ subject: null, before: { format }, after: { format: raised } }];
}

function raisedBy(writes: readonly KvWrite[]): number {
  const write = writes.find((write) => "set" in write && isSame(write.set, STORE_FORMAT));
  return write !== undefined && "set" in write ? formatOf(write.value as StoredFormat) : 0;
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
