import { DATASET_KINDS, type DatasetKind } from "../../../../src/model/enums.ts";
import { readDumpDate } from "../../../dates/read_moment.ts";
import { isFields } from "../../../read/source.ts";
import { TaskError } from "../../../task/task_error.ts";
import { type Message, say, wordsOf } from "../../../words/say.ts";
import {
  type FieldNaming,
  findFields,
  flattenRecord,
  isKnownName,
  plainKey,
  type RawRecord,
  withDefault,
} from "../record/field_names.ts";
import { isKnown, readText } from "../record/values.ts";
import { parseDump } from "./parse_dump.ts";

/** The place of a kind's records, and the mark of one. */
export interface DumpShape {
  /** What the records are called: `members`. */
  readonly plural: Message;
  /** Fields of an object that may hold the list, besides `data`. */
  readonly lists: readonly string[];
  /** One of these has to be in every record, under any of its names. */
  readonly names: readonly string[];
  /** Fields that name a record, too. */
  readonly nameParts?: readonly string[];
  /** What a dataset of this service calls them. */
  readonly dataset: DatasetKind;
  /** The field that a key means where a map's keys are days. */
  readonly day?: string;
}

type RecordFields = RawRecord["fields"];

/** A dump, taken apart. */
export interface Dump {
  readonly records: readonly RawRecord[];
  /** Something among the records that is none. */
  readonly bad: readonly { number: number; value: unknown; problem: string }[];
  /** Further lists that might be such records too, and were not read. */
  readonly others: readonly { path: string; count: number }[];
  /** Whether the records came in the wrapper object of the wrapped family. */
  readonly isWrapped: boolean;
}

/** How many wrong records are named at once. */
const NAMED_RECORDS = 10;
/** Deeper lists belong to a record. */
const MAX_DEPTH = 8;

/**
 * Reads a dump of a kind, wherever in it the records are: in a list, one that is nested anywhere, a map by
 * key or by day, or a single record.
 *
 * @throws {TaskError} where it cannot be read, or holds no record of the kind
 */
export function readDump(text: string, shape: DumpShape, naming: FieldNaming): Dump {
  const root = parseDump(text);
  refuseErrorAnswer(root);
  const isWrapped = isFields(root) && "success" in root && Array.isArray(root["data"]);
  const { items, others } = findRecords(linesOfKind(root, shape), shape, naming);
  const bad: Dump["bad"][number][] = [];
  const records = items.flatMap((value, place): RawRecord[] => {
    const problem = problemOf(value, shape, naming);
    if (problem === undefined) return [{ number: place + 1, fields: value as RecordFields }];
    bad.push({ number: place + 1, value, problem });
    return [];
  });
  if (bad.length > 0 && records.length === 0) refuseWrong(bad, shape);
  return { records, bad, others, isWrapped };
}

/** The name by which a record is called; empty where it has none. */
export function recordName(
  fields: RecordFields,
  { names, nameParts = [] }: DumpShape,
  naming: FieldNaming,
): string {
  const known = flattenRecord(fields, naming);
  return [...names, ...nameParts].flatMap((name) => findFields(known, name, naming))
    .map(({ value }) => readText(value)).find((text) => text !== undefined) ?? "";
}

function refuseErrorAnswer(root: unknown): void {
  if (!isFields(root) || (root["status"] !== false && root["success"] !== false)) return;
  const message = typeof root["message"] === "string" ? ` "${root["message"]}"` : "";
  throw new TaskError(say`Cannot import it: it is an error answer and no data${message}`);
}

/** A dataset has the items of all kinds, each with the name of its own; its first line is the licence. */
function linesOfKind(root: unknown, { dataset }: DumpShape): unknown {
  const kinds: readonly unknown[] = [...DATASET_KINDS, "licence"];
  const isDataset = Array.isArray(root) && root.length > 0 &&
    root.every((line) => isFields(line) && kinds.includes(line["kind"]));
  if (!isDataset) return root;
  return root.filter(({ kind }) => kind === dataset).map(({ kind: _, ...item }) => item);
}

/** How many fields of the kind a value has. */
function scoreOf(value: unknown, naming: FieldNaming): number {
  if (!isFields(value)) return 0;
  return flattenRecord(value, naming).filter(({ keys }) => isKnownName(naming, keys)).length;
}

/** The records that a map holds by day, or by id or name; undefined where it is no such map. */
function itemsOfMap(
  map: RecordFields,
  shape: DumpShape,
  naming: FieldNaming,
): readonly unknown[] | undefined {
  const { day: field, lists } = shape;
  const entries = Object.entries(map).filter(([, inner]) => isKnown(inner));
  const withDay = (item: unknown, day: string) =>
    isFields(item) && field ? withDefault(item, field, day, naming) : item;
  // A day of video calls is its sessions, each with the day's date.
  if (lists.includes("sessions") && Array.isArray(map["sessions"])) {
    return map["sessions"].map((item) => withDay(item, String(map["date"])));
  }
  // What lies under a day gets it, unless it says its own: `{"2026_1_10": […]}`.
  const dayOf = (key: string) => /^\d{9,}$/.test(key) ? "" : key.replaceAll("_", "-");
  const areDays = entries.every(([key, inner]) =>
    typeof inner === "object" && readDumpDate(dayOf(key), { zone: "UTC" }) !== undefined
  );
  if (field !== undefined && entries.length > 0 && areDays) {
    return entries.flatMap(([key, inner]) =>
      [inner].flat().map((item) => withDay(item, dayOf(key)))
    );
  }
  // One object in another is a wrapper; the key is a record's id, or its name where it has none.
  const items = entries.map(([key, inner]) => isFields(inner) ? withKey(key, inner) : undefined);
  const isRecord = (item: RecordFields | undefined) =>
    item !== undefined && recordName(item, shape, naming) !== "" && scoreOf(item, naming) > 1;
  return items.length > 1 && items.every(isRecord) ? items : undefined;
}

function withKey(key: string, fields: RecordFields): RecordFields {
  const hasName = Object.keys(fields).some((name) => /name|nama|title|judul|session/i.test(name));
  const hasId = ["id", "_id", "uuid", "url_key", "slug"].some((name) => isKnown(fields[name]));
  return { ...(!hasName ? { name: key } : !hasId && { id: key }), ...fields };
}

interface List {
  /** With `*` for places in lists: `teams.*.members`. */
  readonly pattern: string;
  readonly depth: number;
  readonly items: readonly unknown[];
  /** How many fields of the kind its records have on average. */
  readonly score: number;
}

/** The list that is nearest to the root, of several the one with the most fields; else a single record. */
function findRecords(
  root: unknown,
  shape: DumpShape,
  naming: FieldNaming,
): Pick<Dump, "others"> & { items: readonly unknown[] } {
  const isNamed = (value: unknown) => isFields(value) && recordName(value, shape, naming) !== "";
  const places = [...shape.lists, "data"].map(plainKey);

  /** All lists of records, of which half may be broken. */
  function listsIn(value: unknown, path: readonly string[]): List[] {
    if (path.length > MAX_DEPTH || typeof value !== "object" || value === null) return [];
    const ofMap = isFields(value) ? itemsOfMap(value, shape, naming) : undefined;
    const items = ofMap ?? (Array.isArray(value) ? value : []);
    const good = items.filter(isNamed).length;
    const total = items.map((item) => scoreOf(item, naming)).reduce((a, b) => a + b, 0);
    const list = {
      pattern: path.join("."),
      depth: path.length,
      items,
      score: total / items.length,
    };
    const inner = ofMap === undefined ? Object.entries(value) : [];
    return [
      ...(good > 0 && good * 2 >= items.length ? [list] : []),
      ...inner.flatMap(([key, one]) => listsIn(one, [...path, Array.isArray(value) ? "*" : key])),
    ];
  }

  const lists = listsIn(root, []);
  const declared = lists.filter(({ pattern }) =>
    places.includes(plainKey(pattern.split(".").findLast((part) => part !== "*") ?? ""))
  );
  const [best] = (declared.length > 0 ? declared : lists).toSorted((one, other) =>
    one.depth - other.depth || other.score * other.items.length - one.score * one.items.length
  );
  const [one] = objectsIn(root).filter(isNamed)
    .map((fields) => ({ fields, score: scoreOf(fields, naming) }))
    .toSorted((one, other) => other.score - one.score);
  const isPart = declared.length === 0 && best?.pattern !== "" && one !== undefined &&
    best !== undefined && best.score < one.score;
  if (best !== undefined && !isPart) return allOf(best, lists, declared.length > 0);
  if (one !== undefined) return { items: [one.fields], others: [] };
  if (Array.isArray(root)) return { items: root, others: [] };
  const isEmpty = isFields(root) && Object.entries(root)
    .some(([name, list]) => places.includes(plainKey(name)) && Array.isArray(list) && !list.length);
  if (isEmpty) return { items: [], others: [] };
  throw new TaskError(
    say`Cannot import it: expected a list of ${
      wordsOf(shape.plural)
    }, or an object that holds one in ${
      [...shape.lists, "data"].map((name) => `"${name}"`).join(say` or `)
    }; found ${describe(root)}`,
  );
}

/** The lists with the pattern of the best one; without a name of its own, those beside it are more of it. */
function allOf(best: List, lists: readonly List[], isByName: boolean) {
  const parentOf = ({ pattern }: List) => pattern.slice(0, Math.max(0, pattern.lastIndexOf(".")));
  const isAlike = (list: List) => list.score * 2 > best.score;
  const isRead = (list: List) =>
    list.pattern === best.pattern ||
    (!isByName && parentOf(list) === parentOf(best) && isAlike(list));
  const inside = best.pattern === "" ? "" : `${best.pattern}.`;
  const others = lists.filter((list) =>
    !isRead(list) && !list.pattern.startsWith(inside) && isAlike(list)
  );
  return {
    items: lists.filter(isRead).flatMap(({ items }) => items),
    others: others.map(({ pattern: path, items }) => ({ path, count: items.length })),
  };
}

/** The objects of a value that are not in lists. */
function objectsIn(value: unknown): RecordFields[] {
  return isFields(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function problemOf(item: unknown, shape: DumpShape, naming: FieldNaming): string | undefined {
  if (!isFields(item)) return say`expected fields, found ${describe(item)}`;
  if (recordName(item, shape, naming) !== "") return undefined;
  const wanted = shape.names.map((name) => `"${name}"`).join(say` or `);
  return say`expected some text in ${wanted}, found ${describe(item)}`;
}

function refuseWrong(bad: Dump["bad"], { plural }: DumpShape): never {
  const wrong = bad.map(({ number, problem }) => say`record ${number}: ${problem}`);
  const more = wrong.length > NAMED_RECORDS ? [say`and ${wrong.length - NAMED_RECORDS} more`] : [];
  throw new TaskError(
    [say`Cannot import it as ${wordsOf(plural)}:`, ...wrong.slice(0, NAMED_RECORDS), ...more]
      .join("\n  "),
  );
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return say`a list`;
  if (!isFields(value)) return JSON.stringify(value)?.slice(0, 60) ?? say`nothing`;
  const names = Object.keys(value);
  if (names.length === 0) return say`no fields at all`;
  const named = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
  return names.length === 1 ? say`the field ${named}` : say`the fields ${named}`;
}
