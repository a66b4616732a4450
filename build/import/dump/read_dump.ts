/**
 * This room reads dumps and finds the records in them.
 *
 * @module
 */

import { DATASET_KINDS, type DatasetKind } from "../../../src/model/enums.ts";
import { isFields } from "../../read/source.ts";
import { TaskError } from "../../task/task_error.ts";
import { type Message, say, wordsOf } from "../../words/say.ts";
import { readDumpDate } from "../../dates/read_moment.ts";
import { namesOf, plainKey } from "../record/field_names.ts";
import {
  type FieldNaming,
  flattenRecord,
  isKnownName,
  type RawRecord,
  withDefault,
} from "../record/flatten.ts";
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
  /** Fields that name a record together. */
  readonly nameParts?: readonly string[];
  /** What a dataset of this service calls them. */
  readonly dataset: DatasetKind;
  /** The field that a key means where a map's keys are days. */
  readonly day?: string;
  /** The field of a record that the lists of a map hold: `{"<name>": [<songs>]}`. */
  readonly mapOf?: string;
}

type RecordFields = Readonly<Record<string, unknown>>;

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

/**
 * Reads a dump of a kind, wherever in it the records are: in a list, one that is nested anywhere, a map by
 * key or by day, or a single record.
 *
 * @throws {TaskError} where it cannot be read, or holds no record of the kind
 */
export function readDump(text: string, shape: DumpShape, naming: FieldNaming): Dump {
  const parsed = withMapTakenApart(linesOfKind(parseDump(text), shape), shape);
  const root = withoutDayKeys(parsed, shape.day, naming);
  refuseErrorAnswer(root);
  const isWrapped = isFields(root) && "success" in root && Array.isArray(root["data"]);
  const { items, others } = createFinder(shape, naming).find(root);
  const bad: Dump["bad"][number][] = [];
  const records = items.flatMap(splitDay).flatMap((value, place): RawRecord[] => {
    const problem = problemOf(value, shape, naming);
    if (problem === undefined) return [{ number: place + 1, fields: value as RecordFields }];
    bad.push({ number: place + 1, value, problem });
    return [];
  });
  if (bad.length > 0 && records.length === 0) refuseWrong(bad, shape);
  return { records, bad, others, isWrapped };
}

/** A dataset has the items of all kinds, each with the name of its own; its first line is the licence. */
function linesOfKind(root: unknown, { dataset }: DumpShape): unknown {
  const kinds: readonly unknown[] = [...DATASET_KINDS, "licence"];
  const isDataset = Array.isArray(root) && root.length > 0 &&
    root.every((line) => isFields(line) && kinds.includes(line["kind"]));
  if (!isDataset) return root;
  return root.filter(({ kind }) => kind === dataset).map(({ kind: _, ...item }) => item);
}

/** A map of lists by the name of each, `{"<setlist>": ["<song>"]}`, also inside a wrapper. */
function withMapTakenApart(root: unknown, shape: DumpShape): unknown {
  const { mapOf, lists } = shape;
  if (mapOf === undefined || !isFields(root)) return root;
  const wrapper = [...lists, "data"].find((name) => isFields(root[name]));
  if (wrapper !== undefined) return withMapTakenApart(root[wrapper], shape);
  const entries = Object.entries(root);
  const isMap = entries.length > 0 &&
    entries.every(([name, value]) =>
      ![...lists, "data", mapOf].includes(name) && Array.isArray(value) &&
      value.every((item) => typeof item === "string" && isKnown(item))
    );
  return isMap ? entries.map(([name, value]) => ({ name, [mapOf]: value })) : root;
}

/** What lies under a day, `{"2026_1_10": […]}`, gets that day, unless it says its own. */
function withoutDayKeys(value: unknown, field: string | undefined, naming: FieldNaming): unknown {
  if (field === undefined || !isFields(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    [key.replaceAll("_", "-"), inner] as const
  );
  const isDay = ([key, inner]: readonly [string, unknown]) =>
    typeof inner === "object" && !/^\d{9,}$/.test(key) &&
    readDumpDate(key, { zone: "UTC" }) !== undefined;
  if (entries.length === 0 || !entries.every(isDay)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withoutDayKeys(inner, field, naming)]),
    );
  }
  return entries.flatMap(([day, inner]) =>
    [inner].flat().filter(isKnown).map((item) =>
      isFields(item) ? withDefault(item, field, day, naming) : item
    )
  );
}

/** The name by which a record is called; empty where it has none. */
export function recordName(
  fields: RecordFields,
  { names, nameParts = [] }: DumpShape,
  naming: FieldNaming,
): string {
  const known = flattenRecord(fields, naming);
  const keys = [...names, ...nameParts].flatMap((name) => [
    ...[...naming.map].filter(([, ours]) => ours === name).map(([theirs]) => theirs),
    ...namesOf(naming.kind, name),
  ]);
  const texts = keys.flatMap((key) => known.filter((field) => field.keys.includes(key)))
    .map(({ value }) => readText(value));
  return texts.find((text) => text !== undefined) ?? "";
}

function refuseErrorAnswer(root: unknown): void {
  if (!isFields(root) || (root["status"] !== false && root["success"] !== false)) return;
  const message = typeof root["message"] === "string" ? ` "${root["message"]}"` : "";
  throw new TaskError(say`Cannot import it: it is an error answer and no data${message}`);
}

interface List {
  /** With `*` for places in lists: `teams.*.members`. */
  readonly pattern: string;
  readonly depth: number;
  readonly items: readonly unknown[];
  /** Whether it is a map of records by key. */
  readonly isMap: boolean;
}

/** Deeper lists belong to a record. */
const MAX_DEPTH = 8;

function createFinder(shape: DumpShape, naming: FieldNaming) {
  const places = [...shape.lists, "data"];
  const isNamed = (value: unknown) => isFields(value) && recordName(value, shape, naming) !== "";
  const score = (value: unknown) =>
    isFields(value)
      ? flattenRecord(value, naming)
        .filter(({ keys }) => keys.some((key) => isKnownName(naming, key))).length
      : 0;
  const total = (items: readonly unknown[]) =>
    items.reduce((sum: number, item) => sum + score(item), 0);
  const average = (items: readonly unknown[]) => total(items) / Math.max(1, items.length);
  const isDeclared = ({ pattern }: List) =>
    places.some((place) => plainKey(place) === plainKey(lastOf(pattern)));

  /** Half of a list may be broken; a map's keys are distinguished from fields by its records alone. */
  function isRecords({ items, isMap }: List): boolean {
    if (isMap) return items.every((item) => isNamed(item) && score(item) > 1);
    const good = items.filter((item) =>
      isNamed(item) || (shape.lists[0] === "sessions" && isDay(item))
    );
    return good.length > 0 && good.length * 2 >= items.length;
  }

  /** The object, outside of lists, with most of a record's fields. */
  function single(value: unknown): RecordFields | undefined {
    if (!isFields(value)) return undefined;
    return [value, ...Object.values(value).map(single)]
      .filter((fields) => fields !== undefined).filter(isNamed)
      .toSorted((one, other) => score(other) - score(one))[0];
  }

  /** The list nearest to the top with all of its pattern; of several there, the one that says most. */
  function fromLists(lists: readonly List[], best: List, isByName: boolean) {
    const usual = average(best.items);
    const isAlike = ({ items }: List) => average(items) * 2 > usual;
    // Without a name of its own, the lists beside it are more of it.
    const isRead = (list: List) =>
      list.pattern === best.pattern ||
      (!isByName && parentOf(list.pattern) === parentOf(best.pattern) && isAlike(list));
    const inside = best.pattern === "" ? "" : `${best.pattern}.`;
    const others = lists.filter((list) =>
      !isRead(list) && !list.pattern.startsWith(inside) && isAlike(list)
    );
    return {
      items: lists.filter(isRead).flatMap(({ items }) => items),
      others: [...Map.groupBy(others, ({ pattern }) => pattern)].map(([path, same]) => ({
        path,
        count: same.reduce((sum, { items }) => sum + items.length, 0),
      })),
    };
  }

  return {
    find(root: unknown): { items: readonly unknown[]; others: Dump["others"] } {
      const lists = listsIn(root, []).filter(isRecords);
      const declared = lists.filter(isDeclared);
      const candidates = declared.length > 0 ? declared : lists;
      const top = Math.min(...candidates.map(({ depth }) => depth));
      const best = candidates.filter(({ depth }) => depth === top)
        .toSorted((one, other) => total(other.items) - total(one.items))[0];
      const one = single(root);
      const isPart = best !== undefined && declared.length === 0 && best.pattern !== "" &&
        one !== undefined && average(best.items) < score(one);
      if (best !== undefined && !isPart) return fromLists(lists, best, declared.length > 0);
      if (one !== undefined) return { items: [one], others: [] };
      if (Array.isArray(root)) return { items: root, others: [] };
      const isEmpty = isFields(root) &&
        places.some((name) => Array.isArray(root[name]) && (root[name] as unknown[]).length === 0);
      if (isEmpty) return { items: [], others: [] };
      throw new TaskError(
        say`Cannot import it: expected a list of ${
          wordsOf(shape.plural)
        }, or an object that holds one in ${
          places.map((name) => `"${name}"`).join(say` or `)
        }; found ${describe(root)}`,
      );
    },
  };
}

function lastOf(pattern: string): string {
  return pattern.slice(pattern.lastIndexOf(".") + 1);
}

function parentOf(pattern: string): string {
  return pattern.slice(0, Math.max(0, pattern.lastIndexOf(".")));
}

/** All lists, and maps whose every value is an object. */
function listsIn(value: unknown, path: readonly string[]): List[] {
  if (path.length > MAX_DEPTH || typeof value !== "object" || value === null) return [];
  const list = (items: readonly unknown[], isMap: boolean, ...more: string[]): List => ({
    pattern: [...path, ...more].join("."),
    depth: path.length,
    items,
    isMap,
  });
  if (isDay(value)) return [list([value], false, "sessions")];
  const map = mapItems(value);
  const here = Array.isArray(value) && value.length > 0
    ? [list(value, false)]
    : map === undefined
    ? []
    : [list(map, true)];
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, inner]) =>
      listsIn(inner, [...path, Array.isArray(value) ? "*" : key])
    ),
  ];
}

/** A day of video calls, which its sessions are inside. */
function isDay(item: unknown): boolean {
  return isFields(item) && Array.isArray(item["sessions"]);
}

/** A day of video calls becomes its sessions, each with the day's date. */
function splitDay(item: unknown): unknown[] {
  if (!isFields(item) || !Array.isArray(item["sessions"])) return [item];
  const { date } = item;
  return item["sessions"].map((session) => isFields(session) ? { date, ...session } : session);
}

/**
 * One object in another is a wrapper, several may be a map of records. The key is a record's id, or its name
 * where it has none.
 */
function mapItems(value: object): unknown[] | undefined {
  const entries = Object.entries(value).filter(([, inner]) => isKnown(inner));
  if (Array.isArray(value) || entries.length < 2) return undefined;
  if (!entries.every(([, inner]) => isFields(inner))) return undefined;
  return entries.map(([key, fields]) => {
    const hasName = Object.keys(fields).some((name) => /name|nama|title|judul|session/i.test(name));
    const hasId = ["id", "_id", "uuid", "url_key", "slug"].some((name) => isKnown(fields[name]));
    return { ...(!hasName ? { name: key } : !hasId && { id: key }), ...fields };
  });
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
