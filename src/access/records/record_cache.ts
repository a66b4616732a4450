import { tryAgain } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { Kv, KvEntry } from "../../platform/kv.ts";
import { createMemo } from "../../toolbox/memo.ts";
import { readChangedIds } from "./change_rows.ts";
import { type HashedStore, SLICE, type VersionedRecord } from "./hashed_store.ts";

interface RecordSource<R> {
  readonly kv: Kv;
  readonly store: Pick<
    HashedStore<R>,
    "kind" | "nameOf" | "idOf" | "slice" | "find" | "findByName"
  >;
  /** The name of what a caller brings. */
  nameFrom(text: string): string;
  /** Lets other work be done. */
  pause(): Promise<void>;
  /** Called with records that are new or have changed. */
  readonly changed?: ((records: readonly R[]) => void) | undefined;
  /** The name that a record had before, by which it is found until an instant. */
  readonly formerOf?: FormerOf<R>;
  /** Epoch ms. */
  now(): number;
}

type FormerOf<R> = (record: R) => { readonly digest: string; readonly endsAt: number } | undefined;

/** How many look-ups may go to the store while the cache is not there yet. */
const COLD_LOOKUPS = 50;
/** How many texts are remembered that no record has, and how long they may be. */
const MAX_UNKNOWN = 1_000;
const MAX_UNKNOWN_LENGTH = 256;
/** How many changes are looked up at once. */
const LOOKUPS_AT_ONCE = 50;

/**
 * Creates a cache of all records of one kind, empty until its first refresh; `loading` is the one under
 * way.
 *
 * What is found is a promise only while the cache was never loaded. It rejects with `TRY_AGAIN` if the
 * store never answered: whether the record exists cannot be known.
 */
export function createRecordCache<R>(
  { kv, store, nameFrom, pause, changed, formerOf, now }: RecordSource<R>,
  loading: () => Promise<void>,
) {
  let records: RecordIndex<R> | undefined;
  // What has proved itself is known by its own text until a record is gone: finding it again costs no
  // hash, which is a sixth of a small answer's whole time.
  let proven = new Map<string, Held<R>>();
  // A program with a wrong key asks with it all day, and each hash would cost a third of its refusal.
  const unknown = createMemo<string, true>({ maxEntries: MAX_UNKNOWN });
  let loadedVersion: string | null | undefined;
  let coldLookups = 0;
  let reads = 0;
  let forgotten = 0;

  async function findCold(name: string): Promise<R | undefined> {
    if (coldLookups++ < COLD_LOOKUPS) {
      try {
        const found = await store.findByName(name);
        // Former names are known by the records alone.
        if (found !== undefined || formerOf === undefined) return found;
      } catch {
        throw tryAgain();
      }
    }
    await loading();
    if (records === undefined) throw tryAgain();
    return held(records, name)?.record;
  }

  /** What is found by a name now, or by one that a record had before. */
  function held(known: RecordIndex<R>, name: string): Held<R> | undefined {
    const found = known.named(name) ?? known.formerly(name);
    return found !== undefined && holds(found) ? found : undefined;
  }

  function holds({ record, endsAt = Infinity }: Held<R>): boolean {
    return record !== undefined && now() < endsAt;
  }

  function prove(text: string, known: RecordIndex<R>): R | undefined {
    if (unknown.get(text)) return undefined;
    const found = held(known, nameFrom(text));
    if (found !== undefined) proven.set(text, found);
    else if (text.length <= MAX_UNKNOWN_LENGTH) unknown.set(text, true);
    return found?.record;
  }

  /** Takes changes over by their ids, a few at a time. */
  async function takeAll(known: RecordIndex<R>, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += LOOKUPS_AT_ONCE) {
      if (start > 0) await pause();
      const some = ids.slice(start, start + LOOKUPS_AT_ONCE);
      const found = await Promise.all(some.map(store.find));
      found.forEach((record, index) => known.change(some[index]!, record));
      unknown.clear();
      report(found.filter((record) => record !== undefined));
    }
  }

  function report(records: readonly R[]): void {
    if (records.length > 0) changed?.(records);
  }

  /** Whether it is known what has changed since the last refresh, and is here now. */
  async function takeChanges(known: RecordIndex<R>, { value, version }: KvEntry<string>) {
    if (!loadedVersion || version === null) return false;
    const ids = await readChangedIds(kv, store.kind, loadedVersion, version);
    if (ids !== undefined) {
      await takeAll(known, [...ids]);
      return true;
    }
    // The change that is known by its id is seen at once; others may have come with it.
    if (value !== null && known.size > SLICE) await takeAll(known, [value]);
    return false;
  }

  /** Reads all; what has its old version stays the object that it was. */
  async function readAll(): Promise<RecordIndex<R>> {
    const next = new RecordIndex(store, formerOf);
    let last: string | undefined;
    do {
      const slice = await store.slice(last);
      const others = slice.filter((found) => next.add(found, records));
      report(others.map(({ record }) => record));
      // What the store has ready comes in one turn of the loop, however much it is.
      last = slice.length === SLICE ? store.nameOf(slice.at(-1)!.record) : undefined;
      if (last !== undefined) await pause();
    } while (last !== undefined);
    return next;
  }

  return {
    kind: store.kind,
    /** Takes over what was changed, if the store's revision is not the one that is here. */
    async refresh(revision: KvEntry<string>): Promise<void> {
      if (revision.version === loadedVersion) return;
      const before = forgotten;
      if (records === undefined || !await takeChanges(records, revision)) {
        records = await readAll();
        proven = new Map();
        unknown.clear();
      }
      loadedVersion = forgotten === before ? revision.version : undefined;
      reads++;
    },
    /** Lets the next refresh read all: what was read says nothing of what the store has now. */
    forgetRevision(): void {
      loadedVersion = undefined;
      forgotten++;
    },
    find(text: string): MaybeAsync<R | undefined> {
      const known = proven.get(text);
      if (known !== undefined && holds(known)) return known.record;
      if (known !== undefined) proven.delete(text);
      return records === undefined ? findCold(nameFrom(text)) : prove(text, records);
    },
    findNamed: (name: string): MaybeAsync<R | undefined> =>
      records === undefined ? findCold(name) : records.named(name)?.record,
    /** The record of this id; undefined if it is not in memory. */
    ofId: (id: string): R | undefined => records?.ofId(id),
    /** All records in memory. */
    all: (): Iterable<R> => records?.all() ?? [],
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

/** A record in memory: what points here keeps pointing at the record when it changes. */
interface Held<R> {
  /** Undefined: it was deleted. */
  record: R | undefined;
  readonly version: string | undefined;
  /** Of a former name: when it ends. */
  readonly endsAt?: number;
}

/** All records of one kind, by name and by id. */
class RecordIndex<R> {
  readonly #naming: Pick<HashedStore<R>, "nameOf" | "idOf">;
  readonly #byName = new Map<string, Held<R>>();
  readonly #byFormerName = new Map<string, Held<R>>();
  readonly #byId = new Map<string, Held<R>>();
  readonly #formerOf: FormerOf<R> | undefined;

  constructor(
    naming: Pick<HashedStore<R>, "nameOf" | "idOf">,
    formerOf: FormerOf<R> | undefined,
  ) {
    this.#naming = naming;
    this.#formerOf = formerOf;
  }

  get size(): number {
    return this.#byName.size;
  }

  named(name: string): Held<R> | undefined {
    return this.#byName.get(name);
  }

  formerly(name: string): Held<R> | undefined {
    return this.#byFormerName.get(name);
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
    this.#setFormer(old?.record, record);
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
   * Adds what was read; a record that `before` has in this version stays the object that it was. Returns
   * whether it is another one.
   */
  add({ record, version }: VersionedRecord<R>, before: RecordIndex<R> | undefined): boolean {
    const name = this.#naming.nameOf(record);
    const id = this.#naming.idOf(record);
    const known = before?.named(name);
    const isSame = known?.version === version;
    this.#setFormer(this.ofId(id), record);
    this.#forgetOldName(id, name);
    this.#set(id, name, isSame ? known : { record, version });
    return !isSame;
  }

  /** What points at the former name of a record finds nothing by it any more. */
  #setFormer(before: R | undefined, record: R | undefined): void {
    const gone = before && this.#formerOf?.(before);
    const held = gone && this.#byFormerName.get(gone.digest);
    if (gone && held) {
      held.record = undefined;
      this.#byFormerName.delete(gone.digest);
    }
    const former = record && this.#formerOf?.(record);
    if (former === undefined) return;
    const { digest, endsAt } = former;
    this.#byFormerName.set(digest, { record, version: undefined, endsAt });
  }

  #set(id: string, name: string, held: Held<R>): void {
    this.#byName.set(name, held);
    this.#byId.set(id, held);
  }

  /**
   * Between two slices a record may get another name and come again: each slice is read from the store as
   * it is then, so what comes later is newer. One that moved back behind what was read already comes by
   * its row.
   */
  #forgetOldName(id: string, name: string): void {
    const old = this.ofId(id);
    if (old !== undefined && this.#naming.nameOf(old) !== name) {
      this.#byName.delete(this.#naming.nameOf(old));
    }
  }
}
