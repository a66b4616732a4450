/** Items of content as two builds are compared by. */
import { compareTexts } from "../toolbox/compare_texts.ts";

export type FieldValue = string | number | boolean;

/** An item as content has it: nothing of it depends on the clock. */
export interface ContentItem {
  readonly id: string;
  /**
   * The ids that it had, oldest first; absent if it always had this one. A setlist's id is its name: here it
   * has its addresses, with the present one.
   */
  readonly former?: readonly string[];
  /** What its page is called, if that is not its id. */
  readonly slug?: string;
  /** Epoch ms from which it is published; absent if it always was. */
  readonly from?: number;
  /**
   * What content says of it, by the names that its files use: a list or an object as its JSON. A field
   * without a value is absent.
   */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** A hash of what calendars show of it, names of members among it; absent if they show nothing. */
  readonly calendar?: string;
  /** How long calendars say that it takes; absent if it has no time of day. */
  readonly minutes?: number;
}

/** Items of one kind of one group. A build that has none of a kind has a list without items. */
export interface ItemList {
  readonly group: string;
  /** One of `ITEM_KINDS`, or one that only another version of the program knows. */
  readonly kind: string;
  /** The fields that the program which made the list knows, whether an item has them or not. */
  readonly fields: readonly string[];
  readonly items: readonly ContentItem[];
}

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
}

/** A change, and the item before it; absent of one that was added. */
export interface ComparedItem extends ItemChange {
  readonly before?: ContentItem;
}

/** Whether everybody may know of an item at `now` (epoch ms). */
export function isPublished({ from = -Infinity }: ContentItem, now: number): boolean {
  return from <= now;
}

/** The id that an item had first, which never changes: it names the item for those who keep it. */
export function firstId({ id, former }: Pick<ContentItem, "id" | "former">): string {
  return former?.[0] ?? id;
}

/** Names an item of a build by its group, kind and id. */
export function itemName(
  { group, kind, id }: { readonly group: string; readonly kind: string; readonly id: string },
): string {
  return `${group}/${kind}/${id}`;
}

/** The lists of a build by group and kind, each once. */
export type ListIndex = ReadonlyMap<string, ItemList>;

/** Finds each list by `<group>/<kind>`. */
export function indexLists(lists: Iterable<ItemList>): ListIndex {
  return new Map([...lists].map((list) => [`${list.group}/${list.kind}`, list]));
}

/** The kinds that the program which made these lists knows. */
function kindsOf(lists: ListIndex): ReadonlySet<string> {
  return new Set([...lists.values()].map(({ kind }) => kind));
}

/** The names of the lists that can be compared: those of kinds that both programs know. */
export function comparedNames(before: ListIndex, after: ListIndex): string[] {
  const kinds = kindsOf(before).intersection(kindsOf(after));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => kinds.has((before.get(name) ?? after.get(name))!.kind));
}

/**
 * Compares what everybody may see of a list at `now` with what they would see of the former one.
 *
 * An item is the same if one of its former ids is of an item that is gone, or was. A field that only one
 * side's program knows is no change, nor are items of a kind that only one side's program knows: such a side
 * is undefined, and its kinds are without that kind.
 */
export function compareLists(
  before: ItemList | undefined,
  after: ItemList | undefined,
  now: number,
): ComparedItem[] {
  const { group, kind } = (after ?? before)!;
  const old = publishedById(before, now);
  const changes: ComparedItem[] = [];
  const fields = (after?.fields ?? []).filter((name) => before?.fields.includes(name));
  const fresh: ContentItem[] = [];
  for (const [id, item] of publishedById(after, now)) {
    const known = old.get(id);
    old.delete(id);
    if (known === undefined) {
      fresh.push(item);
      continue;
    }
    const changed = changedFields(known, item, fields);
    if (changed.length > 0) {
      changes.push({ group, kind, id, change: "changed", fields: changed, before: known });
    }
  }
  const left = new Map(
    [...old.values()].flatMap((item) =>
      [...item.former ?? [], item.id].map((id) => [id, item] as const)
    ),
  );
  for (const item of fresh) {
    const former = left.get(item.former?.findLast((id) => left.has(id)) ?? "");
    const known = former !== undefined && old.delete(former.id) ? former : undefined;
    const change = known === undefined ? { change: "added" as const, fields: [] } : {
      change: "changed" as const,
      fields: ["id", ...changedFields(known, item, fields)],
      former_id: known.id,
      before: known,
    };
    changes.push({ group, kind, id: item.id, ...change });
  }
  for (const [id, item] of old) {
    changes.push({ group, kind, id, change: "removed", fields: [], before: item });
  }
  return changes;
}

function publishedById(list: ItemList | undefined, now: number): Map<string, ContentItem> {
  const items = (list?.items ?? []).filter((item) => isPublished(item, now));
  return new Map(items.map((item) => [item.id, item]));
}

function changedFields(
  { fields: before }: ContentItem,
  { fields: after }: ContentItem,
  names: readonly string[],
): string[] {
  return names.filter((name) => before[name] !== after[name]);
}

/** Counts what became of items. */
export function countChanges(
  changes: readonly ItemChange[],
): Readonly<Record<ItemChange["change"], number>> {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { change } of changes) counts[change]++;
  return counts;
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
