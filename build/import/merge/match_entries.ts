/** By what a record or an entry is known. */
export interface Keys {
  readonly ids: readonly string[];
  /** From the most to the least exact; folded. */
  readonly names: readonly string[];
}

/** An entry of the content folder. */
export interface EntryKeys extends Keys {
  /** Whether its id was given to it; another id then means another entry. */
  readonly hasOwnId: boolean;
}

/** What tells apart entries and records that are called the same. */
export interface Likeness<E, R> {
  /** Whether a record is about another entry for sure, although it is called the same. */
  isOther(entry: E, record: R): boolean;
  areOther(one: R, other: R): boolean;
  /** Whether an entry has all that a record has. */
  says(entry: E, record: R): boolean;
}

/** Records that are one entry, in the order of the dump; `entry` is undefined for a new one. */
interface Match<E, R> {
  readonly entry: E | undefined;
  readonly records: readonly R[];
}

/** All matches, and the records whose name several entries have. */
interface Matches<E, R> {
  readonly matches: readonly Match<E, R>[];
  readonly ambiguous: readonly R[];
}

interface Place<E, R> {
  readonly entry: E | undefined;
  readonly records: R[];
  isTaken: boolean;
}

/** Finds the entry of every record: by id, then by name; the rest are new entries. */
export function matchEntries<E extends EntryKeys, R extends Keys>(
  entries: readonly E[],
  records: readonly R[],
  likeness: Likeness<E, R>,
): Matches<E, R> {
  const index = createIndex<E, R>(records, likeness);
  for (const entry of entries) {
    index.add({ entry, records: [], isTaken: entry.hasOwnId }, entry);
  }
  const rest = records.filter((record) => !index.bindById(record));
  const ambiguous = rest.filter((record) => !index.bindById(record) && !index.bindByName(record));
  const order = new Map(records.map((record, place) => [record, place]));
  const matches = index.places().filter(({ records }) => records.length > 0).map((place) => ({
    entry: place.entry,
    records: place.records.toSorted((one, other) => order.get(one)! - order.get(other)!),
  }));
  return { matches, ambiguous };
}

function createIndex<E extends EntryKeys, R extends Keys>(
  records: readonly R[],
  likeness: Likeness<E, R>,
) {
  type Here = Place<E, R>;
  const all: Here[] = [];
  const byId = new Map<string, Here>();
  const byName = new Map<string, Here[]>();
  const add = (place: Here, { ids, names }: Keys) => {
    all.push(place);
    for (const id of ids) byId.set(id, place);
    for (const name of names) byName.set(name, [...byName.get(name) ?? [], place]);
  };
  const bind = (place: Here, record: R) => {
    place.records.push(record);
    place.isTaken ||= record.ids.length > 0;
    for (const id of record.ids) byId.set(id, place);
  };
  const namesakes = Map.groupBy(records, ({ names: [name = ""] }) => name);
  const isShared = (record: R) =>
    namesakes.get(record.names[0] ?? "")!.some((other) => likeness.areOther(other, record));
  const isOther = ({ entry, records }: Here, record: R) =>
    (entry !== undefined && likeness.isOther(entry, record)) ||
    records.some((other) => likeness.areOther(other, record));
  const candidatesFor = (record: R): Here[] => {
    const { ids, names } = record;
    const lists = names.map((name) => byName.get(name) ?? [])
      .map((places) => ids.length === 0 ? places : places.filter(({ isTaken }) => !isTaken))
      .map((places) => places.filter((place) => !isOther(place, record)));
    return lists.find((places) => places.length > 0) ?? [];
  };
  /** Of several, the one that has it all already; a name that several have identifies nobody. */
  const choose = (record: R): Here | "new" | "ambiguous" => {
    const places = candidatesFor(record);
    const filed = places.filter(({ entry }) => entry !== undefined);
    const isClear = places.length === 1 && (filed.length === 0 || !isShared(record));
    if (places.length === 0 || isClear) return places[0] ?? "new";
    const telling = filed.filter(({ entry }) => likeness.says(entry!, record));
    return telling.length === 1 ? telling[0]! : "ambiguous";
  };
  return {
    add,
    places: () => all,
    bindById(record: R): boolean {
      const place = record.ids.map((id) => byId.get(id)).find((found) => found !== undefined);
      if (place !== undefined) bind(place, record);
      return place !== undefined;
    },
    /** False where several entries have the name. */
    bindByName(record: R): boolean {
      const place = choose(record);
      if (place === "ambiguous") return false;
      if (place !== "new") bind(place, record);
      else add({ entry: undefined, records: [record], isTaken: record.ids.length > 0 }, record);
      return true;
    },
  };
}
