import type { ItemChange } from "./compare_items.ts";

/** What has become of an item over several builds. */
interface Course {
  readonly group: string;
  readonly kind: string;
  /** Its id at the beginning; undefined where it was not there. */
  readonly before: string | undefined;
  isThere: boolean;
  readonly fields: Set<string>;
}

/**
 * Makes one change of all that became of an item, in the order given: one that came and changed has
 * come, one that came and went is not told. A change that was taken back is told all the same: whoever
 * saw what was in between has to look again. Sorted by group, kind and id.
 */
export function foldChanges(changes: Iterable<ItemChange>): ItemChange[] {
  const courses = new Map<string, Course>();
  for (const change of changes) follow(courses, change);
  return [...courses].flatMap(([name, course]) => outcome(idIn(name), course)).sort(byName);
}

function follow(courses: Map<string, Course>, item: ItemChange): void {
  const { group, kind, id, change, fields, former_id: former = id } = item;
  const known = courses.get(nameOf(group, kind, former));
  if (former !== id) courses.delete(nameOf(group, kind, former));
  const course = known ?? {
    group,
    kind,
    isThere: true,
    fields: new Set<string>(),
    before: change === "added" ? undefined : former,
  };
  course.isThere = change !== "removed";
  fields.forEach((field) => course.fields.add(field));
  courses.set(nameOf(group, kind, id), course);
}

function outcome(id: string, { group, kind, before, isThere, fields }: Course): ItemChange[] {
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

function nameOf(group: string, kind: string, id: string): string {
  return `${group}/${kind}/${id}`;
}

/** Ids may hold slashes; groups and kinds have none. */
function idIn(name: string): string {
  return name.slice(name.indexOf("/", name.indexOf("/") + 1) + 1);
}

function byName(a: ItemChange, b: ItemChange): number {
  return order(a.group, b.group) || order(a.kind, b.kind) || order(a.id, b.id);
}

/** By code units: the same everywhere. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
