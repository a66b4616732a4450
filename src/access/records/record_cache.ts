import { tryAgain } from "../../http/http_error.ts";
import type { KvEntry } from "../../platform/kv.ts";
import type { CredentialKind } from "../../platform/store_keys.ts";
import { createMemo } from "../../toolbox/memo.ts";
import { SLICE, type VersionedRecord } from "./hashed_store.ts";

/** Where one kind of record comes from. */
export interface RecordSource<R> extends RecordNaming<R> {
  readonly kind: CredentialKind;
  /** Up to {@linkcode SLICE} of the records behind one of this name, with their versions. */
  slice(after: string | undefined): Promise<readonly VersionedRecord<R>[]>;
  /** The name of what a caller brings. */
  nameFrom(text: string): string;
  /** One record straight from the store. */
  lookUp(name: string): Promise<R | undefined>;
  /** The same by its id. */
  lookUpId(id: string): Promise<R | undefined>;
  /** What was changed from one version of the revision to another; undefined where nobody knows. */
  changedIds(from: string, to: string): Promise<ReadonlySet<string> | undefined>;
  /** Lets other work be done. */
  pause(): Promise<void>;
  /** Called with records that are new or have changed. */
  readonly changed?: (records: readonly R[]) => void;
}

/** All records of one kind in memory. */
export interface RecordCache<R> {
  readonly kind: CredentialKind;
  /** Takes over what was changed, if the store's revision is not the one that is here. */
  refresh(revision: KvEntry<string>): Promise<void>;
  /** A record, or a promise of it while the cache was never loaded. */
  find(text: string): R | undefined | Promise<R | undefined>;
  /** The same by its name. */
  findNamed(name: string): R | undefined | Promise<R | undefined>;
  /** The record of this id; undefined where it is not in memory. */
  ofId(id: string): R | undefined;
  /** All records in memory. */
  all(): Iterable<R>;
  readonly isLoaded: boolean;
  /** How often records were read. */
  readonly reads: number;
  /** How many records there are. */
  readonly size: number;
}

/** How many look-ups may go to the store while the cache is not there yet. */
const COLD_LOOKUPS = 50;
/** How many texts are remembered that no record has, and how long they may be. */
const MAX_UNKNOWN = 1_000;
const MAX_UNKNOWN_LENGTH = 256;
/** How many changes are looked up at once. */
const LOOKUPS_AT_ONCE = 50;

/**
 * A cache that is empty until its first refresh; `loading` is the one under way.
 *
 * `find` rejects with `TRY_AGAIN` where the store never answered: whether the record exists cannot be
 * known.
 */
export function createRecordCache<R>(
  source: RecordSource<R>,
  loading: () => Promise<void>,
): RecordCache<R> {
  let records: RecordIndex<R> | undefined;
  // What has proved itself is known by its own text until a record is gone: finding it again costs no
  // hash, which is a sixth of a small answer's whole time.
  let proven = new Map<string, Held<R>>();
  // A program with a wrong key asks with it all day, and each hash would cost a third of its refusal.
  const unknown = createMemo<string, true>({ maxEntries: MAX_UNKNOWN });
  let loadedVersion: string | null | undefined;
  let coldLookups = 0;
  let reads = 0;

  async function findCold(name: string): Promise<R | undefined> {
    if (coldLookups++ < COLD_LOOKUPS) {
      try {
        return await source.lookUp(name);
      } catch {
        throw tryAgain();
      }
    }
    await loading();
    if (records === undefined) throw tryAgain();
    return records.named(name)?.record;
  }

  function prove(text: string, known: RecordIndex<R>): R | undefined {
    if (unknown.get(text)) return undefined;
    const held = known.named(source.nameFrom(text));
    if (held?.record !== undefined) proven.set(text, held);
    else if (text.length <= MAX_UNKNOWN_LENGTH) unknown.set(text, true);
    return held?.record;
  }

  /** Takes changes over by their ids, a few at a time. */
  async function takeAll(known: RecordIndex<R>, ids: Iterable<string>): Promise<void> {
    for (const [start, some] of chunksOf([...ids], LOOKUPS_AT_ONCE)) {
      if (start > 0) await source.pause();
      const found = await Promise.all(some.map(source.lookUpId));
      found.forEach((record, place) => known.change(some[place]!, record));
      unknown.clear();
      tell(found.filter((record) => record !== undefined));
    }
  }

  function tell(changed: readonly R[]): void {
    if (changed.length > 0) source.changed?.(changed);
  }

  /** Whether what has changed since the last look could be told, and is here now. */
  async function takeChanges(known: RecordIndex<R>, { value, version }: KvEntry<string>) {
    if (!loadedVersion || version === null) return false;
    const ids = await source.changedIds(loadedVersion, version);
    if (ids !== undefined) {
      await takeAll(known, ids);
      return true;
    }
    // The change that is known by its id is seen at once; others may have come with it.
    if (value !== null && known.size > SLICE) await takeAll(known, [value]);
    return false;
  }

  /** Reads all; what has its old version stays the object that it was. */
  async function readAll(): Promise<RecordIndex<R>> {
    const next = new RecordIndex(source);
    let last: string | undefined;
    do {
      const slice = await source.slice(last);
      const changed = slice.filter((found) => next.add(found, records));
      tell(changed.map(({ record }) => record));
      // What the store has ready comes in one turn of the loop, however much it is.
      last = slice.length === SLICE ? source.nameOf(slice.at(-1)!.record) : undefined;
      if (last !== undefined) await source.pause();
    } while (last !== undefined);
    return next;
  }

  return {
    kind: source.kind,
    async refresh(revision) {
      if (revision.version === loadedVersion) return;
      if (records === undefined || !await takeChanges(records, revision)) {
        records = await readAll();
        proven = new Map();
        unknown.clear();
      }
      loadedVersion = revision.version;
      reads++;
    },
    find(text) {
      const held = proven.get(text);
      if (held?.record !== undefined) return held.record;
      if (held !== undefined) proven.delete(text);
      return records === undefined ? findCold(source.nameFrom(text)) : prove(text, records);
    },
    findNamed: (name) => records === undefined ? findCold(name) : records.named(name)?.record,
    ofId: (id) => records?.ofId(id),
    all: () => records?.all() ?? [],
    get isLoaded() {
      return records !== undefined;
    },
    get reads() {
      return reads;
    },
    get size() {
      return records?.size ?? 0;
    },
  };
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<[start: number, T[]]> {
  for (let start = 0; start < items.length; start += size) {
    yield [start, items.slice(start, start + size)];
  }
}

/** A record's place in memory: what points here keeps pointing at the record when it changes. */
interface Held<R> {
  /** Undefined: it was deleted. */
  record: R | undefined;
  readonly version: string | undefined;
}

/** What a record is called. */
interface RecordNaming<R> {
  /** What it is found by; a record may get another. */
  nameOf(record: R): string;
  idOf(record: R): string;
}

/** All records of one kind, by name and by id. */
class RecordIndex<R> {
  readonly #naming: RecordNaming<R>;
  readonly #byName = new Map<string, Held<R>>();
  readonly #byId = new Map<string, Held<R>>();

  constructor(naming: RecordNaming<R>) {
    this.#naming = naming;
  }

  get size(): number {
    return this.#byName.size;
  }

  named(name: string): Held<R> | undefined {
    return this.#byName.get(name);
  }

  ofId(id: string): R | undefined {
    return this.#byId.get(id)?.record;
  }

  /** All records, in the order in which their ids came. */
  *all(): Generator<R> {
    for (const { record } of this.#byId.values()) if (record !== undefined) yield record;
  }

  /** Takes over what the store has of an id now: another record, or none. */
  change(id: string, record: R | undefined): void {
    const name = record && this.#naming.nameOf(record);
    const old = this.#byId.get(id);
    if (old?.record !== undefined && this.#naming.nameOf(old.record) !== name) {
      this.#byName.delete(this.#naming.nameOf(old.record));
      this.#byId.delete(id);
      old.record = undefined;
    }
    if (record === undefined || name === undefined) return;
    const held = this.#byName.get(name) ?? { record, version: undefined };
    held.record = record;
    this.#set(id, name, held);
  }

  /**
   * Adds what was read; a record that `before` has in this version stays the object that it was. Tells
   * whether it is another one.
   */
  add({ record, version }: VersionedRecord<R>, before: RecordIndex<R> | undefined): boolean {
    const name = this.#naming.nameOf(record);
    const id = this.#naming.idOf(record);
    const known = before?.named(name);
    const isSame = known?.version === version;
    this.#forgetOldName(id, name);
    this.#set(id, name, isSame ? known : { record, version });
    return !isSame;
  }

  #set(id: string, name: string, held: Held<R>): void {
    this.#byName.set(name, held);
    this.#byId.set(id, held);
  }

  /**
   * Between two slices a record may get another name and come again: each slice is read from the store as
   * it is then, so what comes later is newer. One that moved back to where was read already comes by
   * its row.
   */
  #forgetOldName(id: string, name: string): void {
    const old = this.ofId(id);
    if (old !== undefined && this.#naming.nameOf(old) !== name) {
      this.#byName.delete(this.#naming.nameOf(old));
    }
  }
}
