import { tryAgain } from "../../http/http_error.ts";
import type { CredentialKind } from "../../platform/store_keys.ts";

/** Where one kind of record comes from. */
export interface RecordSource<R> {
  readonly kind: CredentialKind;
  list(): Promise<R[]>;
  /** What a record is found by. */
  nameOf(record: R): string;
  /** The same, of what a caller brings. */
  nameFrom(text: string): string;
  /** One record straight from the store. */
  lookUp(name: string): Promise<R | undefined>;
}

/** All records of one kind in memory. */
export interface RecordCache<R> {
  readonly kind: CredentialKind;
  /** Loads all records anew, if the store's revision is not the one that is here. */
  refresh(version: string | null): Promise<void>;
  /** A record, or a promise of it while the cache was never loaded. */
  find(text: string): R | undefined | Promise<R | undefined>;
  /** The same by its name. */
  findNamed(name: string): R | undefined | Promise<R | undefined>;
  /** All records by what they are found by; another Map after each change, empty before the first. */
  all(): ReadonlyMap<string, R>;
  readonly isLoaded: boolean;
  /** How often the records were read. */
  readonly reads: number;
  /** How many records there are. */
  readonly size: number;
}

/** How many look-ups may go to the store while the cache is not there yet. */
const COLD_LOOKUPS = 50;

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
  const none: ReadonlyMap<string, R> = new Map();
  let records: Map<string, R> | undefined;
  // What has proved itself is known by its own text until the cache changes: finding it again costs no
  // hash, which is a sixth of a small answer's whole time.
  let proven = new Map<string, R>();
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
    return records.get(name);
  }

  function prove(text: string, records: Map<string, R>): R | undefined {
    const record = records.get(source.nameFrom(text));
    if (record !== undefined) proven.set(text, record);
    return record;
  }

  return {
    kind: source.kind,
    async refresh(version) {
      if (version === loadedVersion) return;
      records = new Map((await source.list()).map((record) => [source.nameOf(record), record]));
      proven = new Map();
      loadedVersion = version;
      reads++;
    },
    find(text) {
      const known = proven.get(text);
      if (known !== undefined) return known;
      return records === undefined ? findCold(source.nameFrom(text)) : prove(text, records);
    },
    findNamed: (name) => records === undefined ? findCold(name) : records.get(name),
    all: () => records ?? none,
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
