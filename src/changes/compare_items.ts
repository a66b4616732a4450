import { compareTexts } from "../toolbox/compare_texts.ts";
import {
  FIELD_HASH_LENGTH,
  type HashedItem,
  type HashedList,
  isPublished,
  itemName,
  type OccasionSummary,
} from "./hashed_items.ts";

/** What became of an item from one build to another. */
export interface ItemChange {
  readonly group: string;
  readonly kind: string;
  readonly id: string;
  readonly change: "added" | "changed" | "removed";
  /** The fields that changed, of a changed item alone; `id` if it has another than before. */
  readonly fields: readonly string[];
  /** The id that a changed item had before; absent where it is the same. */
  readonly former_id?: string;
  /** What a changed show or event was, if its title, times or venue changed. */
  readonly former?: OccasionSummary;
}

/** The lists of a build by group and kind, each once. */
export type ListIndex<List extends HashedList = HashedList> = ReadonlyMap<string, List>;

/** Joins lists of one group and kind, and finds each by {@linkcode listName}. */
export function indexLists<Item extends HashedItem>(
  lists: readonly HashedList<Item>[],
): ListIndex<HashedList<Item>> {
  const index = new Map<string, HashedList<Item> & { items: Item[] }>();
  for (const list of lists) {
    const known = index.get(listName(list));
    if (known === undefined) index.set(listName(list), { ...list, items: [...list.items] });
    else known.items.push(...list.items);
  }
  return index;
}

function listName({ group, kind }: { group: string; kind: string }): string {
  return `${group}/${kind}`;
}

/** The kinds that the program which made these lists knows. */
export function kindsOf(lists: ListIndex): ReadonlySet<string> {
  return new Set([...lists.values()].map(({ kind }) => kind));
}

/**
 * Compares what everybody may see of a list at `now` with what they would see of the former one.
 *
 * An item is the same if one of its former ids is of an item that is gone. A field that only one side's
 * program knows is no change, nor are items of a kind that only one side's program knows: such a side is
 * undefined, and its kinds are without that kind.
 */
export function compareLists(
  before: HashedList | undefined,
  after: HashedList | undefined,
  now: number,
): ItemChange[] {
  const { group, kind } = (after ?? before)!;
  const old = publishedById(before, now);
  const changes: ItemChange[] = [];
  const fields = sharedFields(before, after);
  const fresh: HashedItem[] = [];
  for (const [id, item] of publishedById(after, now)) {
    const known = old.get(id);
    old.delete(id);
    if (known === undefined) {
      fresh.push(item);
      continue;
    }
    const changed = changedFields(known, item, fields);
    if (changed.length > 0) changes.push({ group, kind, id, change: "changed", fields: changed });
  }
  for (const item of fresh) {
    const known = takeFormer(item, old);
    const change = known === undefined ? { change: "added" as const, fields: [] } : {
      change: "changed" as const,
      fields: ["id", ...changedFields(known, item, fields)],
      former_id: known.id,
    };
    changes.push({ group, kind, id: item.id, ...change });
  }
  for (const id of old.keys()) changes.push({ group, kind, id, change: "removed", fields: [] });
  return changes;
}

/** Takes away the item that this one was before it was renamed: nothing has that id any more. */
function takeFormer(
  { former = [] }: HashedItem,
  left: Map<string, HashedItem>,
): HashedItem | undefined {
  const known = left.get(former.findLast((id) => left.has(id)) ?? "");
  if (known !== undefined) left.delete(known.id);
  return known;
}

/** Counts what became of items. */
export function countChanges(
  changes: readonly ItemChange[],
): Readonly<Record<ItemChange["change"], number>> {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { change } of changes) counts[change]++;
  return counts;
}

/** The names of the lists that can be compared: those of kinds that both programs know. */
export function comparedNames(before: ListIndex, after: ListIndex): string[] {
  const kinds = kindsOf(before).intersection(kindsOf(after));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => kinds.has((before.get(name) ?? after.get(name))!.kind));
}

function publishedById(list: HashedList | undefined, now: number): Map<string, HashedItem> {
  const items = (list?.items ?? []).filter((item) => isPublished(item, now));
  return new Map(items.map((item) => [item.id, item]));
}

/** A field that both sides know, and its index in the hashes of each. */
type SharedField = readonly [name: string, before: number, after: number];

function sharedFields(before?: HashedList, after?: HashedList): SharedField[] {
  const indices = new Map(before?.fields.map((name, index) => [name, index]));
  return (after?.fields ?? []).flatMap((name, index) => {
    const old = indices.get(name);
    return old === undefined ? [] : [[name, old, index] as const];
  });
}

function changedFields(
  before: HashedItem,
  after: HashedItem,
  fields: readonly SharedField[],
): string[] {
  return fields.filter(([, old, index]) => hashAt(before, old) !== hashAt(after, index))
    .map(([name]) => name);
}

function hashAt({ hashes }: HashedItem, index: number): string {
  return hashes.slice(index * FIELD_HASH_LENGTH, (index + 1) * FIELD_HASH_LENGTH);
}

/** What has become of an item over several builds. */
interface Course {
  readonly group: string;
  readonly kind: string;
  /** Its id at the beginning; undefined if it was not there. */
  readonly before: string | undefined;
  /** Its id at the end. */
  id: string;
  isThere: boolean;
  readonly fields: Set<string>;
}

/**
 * Makes one change of all that became of an item, in the order given: one that came and changed has
 * come, one that came and went is left out. A change that was taken back is kept: callers that saw the
 * state in between have to read again. Sorted by group, kind and id.
 */
export function foldChanges(changes: Iterable<ItemChange>): ItemChange[] {
  const courses = new Map<string, Course>();
  for (const change of changes) continueCourse(courses, change);
  return [...courses.values()].flatMap(outcome).sort(byName);
}

function continueCourse(courses: Map<string, Course>, item: ItemChange): void {
  const { group, kind, id, change, fields, former_id: former = id } = item;
  const formerName = itemName({ group, kind, id: former });
  const known = courses.get(formerName);
  if (former !== id) courses.delete(formerName);
  const course = known ?? {
    group,
    kind,
    id,
    isThere: true,
    fields: new Set<string>(),
    before: change === "added" ? undefined : former,
  };
  course.id = id;
  course.isThere = change !== "removed";
  fields.forEach((field) => course.fields.add(field));
  courses.set(itemName(item), course);
}

function outcome({ group, kind, id, before, isThere, fields }: Course): ItemChange[] {
  if (before === undefined) {
    return isThere ? [{ group, kind, id, change: "added", fields: [] }] : [];
  }
  if (!isThere) return [{ group, kind, id: before, change: "removed", fields: [] }];
  const isRenamed = before !== id;
  const changed = [...fields].filter((field) => isRenamed || field !== "id").sort();
  return [{
    group,
    kind,
    id,
    change: "changed",
    fields: changed,
    ...(isRenamed && { former_id: before }),
  }];
}

function byName(a: ItemChange, b: ItemChange): number {
  return compareTexts(a.group, b.group) || compareTexts(a.kind, b.kind) || compareTexts(a.id, b.id);
}
