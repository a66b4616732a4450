import type { DatasetKind } from "../../../src/model/enums.ts";
import { isFields } from "../../read/source.ts";
import { isKnown } from "../record/values.ts";
import { plainKey } from "../record/field_names.ts";

/** The place of a kind's records, and the mark of one. */
export interface DumpShape {
  /** What the records are called: `members`. */
  readonly plural: string;
  /** Fields of an object that may hold the list. */
  readonly lists: readonly string[];
  /** One of these has to be in every record, under any of its names. */
  readonly names: readonly string[];
  /** What a dataset of this service calls them. */
  readonly dataset: DatasetKind;
  /** The field of a record that the lists of a map hold: `{"<name>": [<songs>]}`. */
  readonly mapOf?: string;
}

/** How well a value fits a kind's records. */
export interface RecordSigns {
  /** Whether it has one of the fields that name a record. */
  isNamed(value: unknown): boolean;
  /** How many of its fields the kind knows. */
  score(value: unknown): number;
}

/** The records of a dump, and the lists that might be such records too and were not read. */
interface FoundRecords {
  readonly records: readonly unknown[];
  readonly others: readonly OtherList[];
}

/** A list that was not read. */
export interface OtherList {
  readonly path: string;
  readonly count: number;
}

interface List {
  /** With `*` for places in lists: `teams.*.members`. */
  readonly pattern: string;
  readonly depth: number;
  readonly items: readonly unknown[];
  /** Whether it is a map of records by key. */
  readonly isMap: boolean;
}

export type RecordFields = Record<string, unknown>;

/** Deeper lists belong to a record. */
const MAX_DEPTH = 8;

/**
 * Finds the records of a kind in a parsed dump: a list, one that is nested anywhere, a map of records
 * by key, or a single record. Undefined where nothing looks like one.
 */
export function findRecords(
  root: unknown,
  shape: DumpShape,
  signs: RecordSigns,
): FoundRecords | undefined {
  const lists = listsIn(root, []).filter((list) => isListOf(list, shape, signs));
  const declared = lists.filter(({ pattern }) => isListName(pattern, shape));
  const best = bestOf(declared.length > 0 ? declared : lists, signs);
  const single = bestRecord(root, signs);
  if (best === undefined) {
    if (single !== undefined) return { records: [single], others: [] };
    return Array.isArray(root) ? { records: root, others: [] } : undefined;
  }
  const isPart = declared.length === 0 && best.pattern !== "" && single !== undefined &&
    averageOf(best.items, signs) < signs.score(single);
  if (isPart) return { records: [single], others: [] };
  return withOthers(best, lists, declared.length > 0, signs);
}

/** All lists of one pattern are one list; without a name of its own, so are those beside it. */
function withOthers(
  best: List,
  lists: readonly List[],
  isDeclared: boolean,
  signs: RecordSigns,
): FoundRecords {
  const usual = averageOf(best.items, signs);
  const isAlike = ({ items }: List) => averageOf(items, signs) * 2 > usual;
  const isBeside = ({ pattern }: List) =>
    !isDeclared && parentOf(pattern) === parentOf(best.pattern);
  const isRead = (list: List) => list.pattern === best.pattern || (isBeside(list) && isAlike(list));
  const inside = best.pattern === "" ? "" : `${best.pattern}.`;
  const others = lists.filter((list) =>
    !isRead(list) && !list.pattern.startsWith(inside) && isAlike(list)
  );
  return {
    records: lists.filter(isRead).flatMap(({ items }) => items),
    others: [...Map.groupBy(others, ({ pattern }) => pattern)].map(([path, same]) => ({
      path,
      count: same.reduce((sum, { items }) => sum + items.length, 0),
    })),
  };
}

function parentOf(pattern: string): string {
  return pattern.slice(0, Math.max(0, pattern.lastIndexOf(".")));
}

/** A declared name anywhere, or `data`. */
function isListName(pattern: string, { lists }: DumpShape): boolean {
  const last = plainKey(pattern.slice(pattern.lastIndexOf(".") + 1));
  return last === "data" || lists.map(plainKey).includes(last);
}

/** Half of a list may be broken; a map's keys are distinguished from fields by its records alone. */
function isListOf({ items, isMap }: List, shape: DumpShape, signs: RecordSigns): boolean {
  if (isMap) return items.every((item) => signs.isNamed(item) && signs.score(item) > 1);
  const hasDays = shape.lists.includes("sessions");
  const good = items.filter((item) => signs.isNamed(item) || (hasDays && isDay(item))).length;
  return good > 0 && good * 2 >= items.length;
}

/** A day of video calls, which its sessions are inside. */
function isDay(item: unknown): boolean {
  return isFields(item) && Array.isArray(item["sessions"]);
}

/** The list nearest to the top; of several there, the one whose records say most. */
function bestOf(lists: readonly List[], signs: RecordSigns): List | undefined {
  const depth = Math.min(...lists.map(({ depth }) => depth));
  return lists.filter((list) => list.depth === depth)
    .toSorted((one, other) => totalOf(other.items, signs) - totalOf(one.items, signs))[0];
}

function totalOf(items: readonly unknown[], signs: RecordSigns): number {
  return items.reduce((sum: number, item) => sum + signs.score(item), 0);
}

function averageOf(items: readonly unknown[], signs: RecordSigns): number {
  return totalOf(items, signs) / Math.max(1, items.length);
}

/** The object, outside of lists, with most of a record's fields. */
function bestRecord(value: unknown, signs: RecordSigns): RecordFields | undefined {
  if (!isFields(value)) return undefined;
  const inside = Object.values(value).map((inner) => bestRecord(inner, signs));
  return [value, ...inside].filter((fields) => fields !== undefined)
    .filter((fields) => signs.isNamed(fields))
    .toSorted((one, other) => signs.score(other) - signs.score(one))[0];
}

/** All lists, and maps whose every value is an object. */
function listsIn(value: unknown, path: readonly string[]): List[] {
  if (path.length > MAX_DEPTH || typeof value !== "object" || value === null) return [];
  const list = (items: readonly unknown[], isMap: boolean): List => ({
    pattern: path.join("."),
    depth: path.length,
    items,
    isMap,
  });
  if (isDay(value)) {
    return [{ ...list([value], false), pattern: [...path, "sessions"].join(".") }];
  }
  const map = mapItems(value);
  const here = Array.isArray(value)
    ? value.length > 0 ? [list(value, false)] : []
    : map === undefined
    ? []
    : [list(map, true)];
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    listsIn(inner, [...path, Array.isArray(value) ? "*" : key])
  );
  return [...here, ...inside];
}

/** One object in another is a wrapper, several may be a map of records. */
function mapItems(value: object): unknown[] | undefined {
  const entries = Object.entries(value).filter(([, inner]) => isKnown(inner));
  const isMap = entries.length > 1 && entries.every(([, inner]) => isFields(inner));
  return isMap ? entries.map(([key, inner]) => withKey(key, inner as RecordFields)) : undefined;
}

/** The key of a map is a record's id, or its name where it has none. */
function withKey(key: string, fields: RecordFields): RecordFields {
  const hasName = Object.keys(fields).some((name) => /name|nama|title|judul|session/i.test(name));
  const hasId = ["id", "_id", "uuid", "url_key", "slug"].some((name) => isKnown(fields[name]));
  if (!hasName) return { name: key, ...fields };
  return hasId ? fields : { id: key, ...fields };
}
