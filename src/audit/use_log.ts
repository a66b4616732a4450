import type { Endpoint, Source } from "../delivery/endpoint.ts";
import { sourceOf } from "../delivery/outbox.ts";
import { type Alongside, type Batch, type Numbered, openLog } from "../events/entry_log.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, type KvWrite } from "../platform/kv.ts";
import type { Random } from "../platform/random.ts";
import { FORGOTTEN_REVISION, forgottenKey } from "../platform/store_keys.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { blanked, type Entry, subjectOf } from "./entries.ts";

/** The log of uses and of what administrators did. */
export interface UseLog {
  /** Its entries, without what names those who were forgotten. */
  readonly source: Source<Entry>;
  /**
   * Entries to be appended in one commit, as {@linkcode openLog}'s are; those about somebody who was
   * forgotten go on record without what names the person, whenever this process learns of it.
   */
  batch(entries: readonly Entry[], alongside?: Pick<Alongside, "checks" | "writes">): Batch;
  /** All entries as they are stored, newest pages first; within a page oldest first. */
  newest(): AsyncIterable<readonly Numbered<Entry>[]>;
  /** Entries without what names those who were forgotten. */
  unnamed(entries: readonly Numbered<Entry>[]): Promise<Numbered<Entry>[]>;
  /** Entries of before are not shown any more, epoch ms; their own lives may be longer. */
  oldest(): number;
  /** Empties what names the persons of some keys, tokens and codes, which are marked as forgotten. */
  blank(ids: readonly string[]): Promise<void>;
}

/** An address to which the log is sent, but for how it is tried again. */
export type Receiver = Omit<Endpoint<Entry>, "waitMs" | "off">;

/** What the log is kept in, and for how long. */
interface UseLogDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  /** The setting AUDIT_RETENTION_DAYS. */
  readonly auditDays: number;
}

/** What marks somebody as forgotten: to be written by the commit that empties the record. */
export function forgottenMarks(id: string): readonly KvWrite[] {
  return [{ set: forgottenKey(id), value: true }, { set: FORGOTTEN_REVISION, value: id }];
}

/** Who was forgotten, at a revision of the marks. */
interface Forgotten {
  readonly revision: string | null;
  /** Whether they were, of those who were looked up. */
  readonly known: Map<string, boolean>;
}

/** Opens the log of uses. */
export function openUseLog({ kv, clock, random, auditDays }: UseLogDeps): UseLog {
  const lifeMs = auditDays * DAY_MS;
  const log = openLog<Entry>({ kv, clock, random }, { name: "use", lifeMs });
  const stored = sourceOf(log);
  let forgotten: Forgotten | undefined;

  const readRevision = async () => (await kv.get(FORGOTTEN_REVISION)).version;

  /** Learns of the persons of entries. As long as the revision is the same, no other mark was set. */
  async function learn(entries: readonly Entry[]): Promise<Forgotten> {
    const now = forgotten ?? { revision: await readRevision(), known: new Map() };
    const ids = new Set(entries.map(subjectOf).filter((id) => id !== null));
    const unknown = [...ids].filter((id) => !now.known.has(id));
    const marks = await getAll(kv, unknown.map(forgottenKey));
    unknown.forEach((id, n) => now.known.set(id, marks[n]!.version !== null));
    return forgotten = now;
  }

  function withoutName(entry: Entry, { known }: Forgotten): Entry {
    return known.get(subjectOf(entry) ?? "") ? blanked(entry) : entry;
  }

  async function unnamed(entries: readonly Numbered<Entry>[]): Promise<Numbered<Entry>[]> {
    if (forgotten?.revision !== await readRevision()) forgotten = undefined;
    const now = await learn(entries.map(({ value }) => value));
    return entries.map(({ seq, value }) => ({ seq, value: withoutName(value, now) }));
  }

  function batch(
    entries: readonly Entry[],
    { checks = [], writes = [] }: Pick<Alongside, "checks" | "writes"> = {},
  ): Batch {
    let prepared: ReturnType<typeof prepare> | undefined;

    async function prepare() {
      const now = await learn(entries);
      const { revision } = now;
      const all = [...checks, { key: FORGOTTEN_REVISION, version: revision }];
      const values = entries.map((entry) => withoutName(entry, now));
      return { batch: log.batch(values, { checks: all, writes }), revision };
    }

    async function append(): Promise<number | null> {
      while (true) {
        // Two calls at once must not make two batches of the same entries.
        const own = prepared ??= prepare();
        const { batch, revision } = await own.catch((error) => {
          prepared = undefined;
          throw error;
        });
        const last = await batch.append();
        if (last !== null) return last;
        // Nothing was appended. Either somebody was forgotten meanwhile, or a check of the caller's failed.
        if (await readRevision() === revision) return null;
        if (prepared === own) prepared = forgotten = undefined;
      }
    }

    return { append };
  }

  return {
    source: {
      ...stored,
      after: async (seq, limit) => await unnamed(await stored.after(seq, limit)),
    },
    batch,
    newest: log.newest,
    unnamed,
    oldest: () => clock.now() - lifeMs,
    blank: (ids) =>
      log.rewrite((entry) => ids.includes(subjectOf(entry) ?? "") ? blanked(entry) : entry),
  };
}
