import { ITEM_KINDS } from "../../../../src/model/enums.ts";
import { readDumpDate } from "../../../dates/read_moment.ts";
import { isFields } from "../../../read/source.ts";
import { TaskError } from "../../../task/task_error.ts";
import { say, wordsOf } from "../../../words/say.ts";
import { ENTRY_KINDS, type FileKind } from "../merge/file_kind.ts";
import type { FieldNames, RawFields } from "../record/field_names.ts";
import { isKnown, readText } from "../record/values.ts";
import { parseDump } from "./parse_dump.ts";

/** A record of a dump: its fields, and its place counted from 1. */
interface RawRecord {
  readonly number: number;
  readonly fields: RawFields;
}

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

const NAMED_RECORDS = 10;
/** Deeper lists belong to a record. */
const MAX_DEPTH = 8;

/**
 * Reads a dump of a kind, wherever in it the records are: in a list, one that is nested anywhere, a map by
 * key or by day, or a single record.
 *
 * @throws {TaskError} where it cannot be read, or holds no record of the kind
 */
export function readDump(text: string, kind: FileKind, names: FieldNames): Dump {
  const root = parseDump(text);
  if (isFields(root) && (root["status"] === false || root["success"] === false)) {
    const message = typeof root["message"] === "string" ? ` "${root["message"]}"` : "";
    throw new TaskError(say`Cannot import it: it is an error answer and no data${message}`);
  }
  const { items, others } = findRecords(linesOfKind(root, kind), kind, names);
  const wanted = kind.titles.map((name) => `"${name}"`).join(say` or `);
  const bad: Dump["bad"][number][] = [];
  const records: RawRecord[] = [];
  for (const [place, value] of items.entries()) {
    const number = place + 1;
    if (isFields(value) && recordName(value, kind, names) !== "") {
      records.push({ number, fields: value });
      continue;
    }
    const problem = isFields(value)
      ? say`expected some text in ${wanted}, found ${describe(value)}`
      : say`expected fields, found ${describe(value)}`;
    bad.push({ number, value, problem });
  }
  if (bad.length > 0 && records.length === 0) {
    const wrong = bad.map(({ number, problem }) => say`record ${number}: ${problem}`);
    const more = wrong.length - NAMED_RECORDS;
    throw new TaskError([
      say`Cannot import it as ${wordsOf(kind.plural)}:`,
      ...wrong.slice(0, NAMED_RECORDS),
      ...(more > 0 ? [say`and ${more} more`] : []),
    ].join("\n  "));
  }
  const isWrapped = isFields(root) && "success" in root && Array.isArray(root["data"]);
  return { records, bad, others, isWrapped };
}

/** The name by which a record is called; empty where it has none. */
export function recordName(
  fields: RawFields,
  { titles }: FileKind,
  names: FieldNames,
): string {
  const known = names.flatten(fields);
  return titles.flatMap((title) => names.find(known, title))
    .map(({ value }) => readText(value)).find((text) => text !== undefined) ?? "";
}

/** A dataset has the items of all kinds, each with the name of its own; its first line is the licence. */
function linesOfKind(root: unknown, { folder }: FileKind): unknown {
  const kinds: readonly unknown[] = [...ITEM_KINDS, "licence"];
  const isDataset = Array.isArray(root) && root.length > 0 &&
    root.every((line) => isFields(line) && kinds.includes(line["kind"]));
  if (!isDataset) return root;
  return root.filter(({ kind }) => kind === ENTRY_KINDS[folder])
    .map(({ kind: _, ...item }) => item);
}

interface List {
  /** With `*` for places in lists: `teams.*.members`. */
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** The lists that are nearest to the root, and alike; others of their kind are told. */
function findRecords(
  root: unknown,
  kind: FileKind,
  names: FieldNames,
): Pick<Dump, "others"> & { items: readonly unknown[] } {
  const places = [...kind.lists, "data"];
  const isNamed = (value: unknown) => isFields(value) && recordName(value, kind, names) !== "";
  const lists = listsIn(root, [], undefined);
  const isDeclared = ({ path }: List) =>
    places.includes(path.findLast((part) => part !== "*") ?? "");
  const [best] = lists.toSorted((one, other) =>
    Number(isDeclared(other)) - Number(isDeclared(one)) || one.path.length - other.path.length ||
    scoreOf(other.items) - scoreOf(one.items)
  );
  if (best === undefined) {
    const isEmpty = isFields(root) && places.some((name) => Array.isArray(root[name]));
    if (Array.isArray(root) || isEmpty) return { items: [root].flat().filter(isKnown), others: [] };
    throw new TaskError(
      say`Cannot import it: expected a list of ${
        wordsOf(kind.plural)
      }, or an object that holds one in ${
        places.map((name) => `"${name}"`).join(say` or `)
      }; found ${describe(root)}`,
    );
  }
  const parentOf = ({ path }: List) => path.slice(0, -1).join(".");
  const isRead = (list: List) =>
    parentOf(list) === parentOf(best) && isDeclared(list) === isDeclared(best);
  const alike = lists.filter(({ items }) => scoreOf(items) * 2 > scoreOf(best.items));
  return {
    items: alike.filter(isRead).flatMap(({ items }) => items),
    others: alike.filter((list) => !isRead(list))
      .map(({ path, items }) => ({ path: path.join("."), count: items.length })),
  };

  /** Lists of records, of which half may be broken; what lies under a day has it, unless it says its own. */
  function listsIn(value: unknown, path: readonly string[], day: string | undefined): List[] {
    if (path.length > MAX_DEPTH || typeof value !== "object" || value === null) return [];
    const list = (items: readonly unknown[]): List[] => [{
      path,
      items: items.map((item) =>
        isFields(item) && day !== undefined ? names.withDefault(item, kind.day!, day) : item
      ),
    }];
    if (Array.isArray(value)) {
      const isList = value.filter(isNamed).length * 2 >= value.length && value.length > 0;
      return isList ? list(value) : value.flatMap((item) => listsIn(item, [...path, "*"], day));
    }
    const entries = Object.entries(value).filter(([, inner]) => isKnown(inner));
    const hasList = entries.some(([key, inner]) =>
      places.includes(key) && typeof inner === "object"
    );
    if (isNamed(value) && !hasList) return list([value]);
    const items = entries.map(([key, inner]) => isFields(inner) ? withKey(key, inner) : undefined);
    const isMap = items.length > 1 && items.every((item) => isNamed(item) && scoreOf([item]) > 1);
    if (isMap) return list(items);
    return entries.flatMap(([key, inner]) =>
      listsIn(inner, [...path, key], dayIn(key, value as RawFields) ?? day)
    );
  }

  /** The day that a key is, or that an object has beside its lists: `{"2026_1_10": […]}`. */
  function dayIn(key: string, { date }: RawFields): string | undefined {
    if (kind.day === undefined) return undefined;
    const text = /^\d{9,}$/.test(key) ? "" : key.replaceAll("_", "-");
    return [text, date].map(String).find((one) => readDumpDate(one, { zone: "UTC" }) !== undefined);
  }

  /** How many fields of the kind records have on average. */
  function scoreOf(items: readonly unknown[]): number {
    const known = items.filter(isFields).flatMap((item) => names.flatten(item))
      .filter(({ keys }) => names.isKnown(keys));
    return known.length / items.length;
  }
}

/** A record of a map; the key is its id, or its name where it has none. */
function withKey(key: string, fields: RawFields): RawFields {
  const hasName = Object.keys(fields).some((name) => /name|nama|title|judul|session/i.test(name));
  const hasId = ["id", "_id", "uuid", "url_key", "slug"].some((name) => isKnown(fields[name]));
  return { ...(!hasName ? { name: key } : !hasId && { id: key }), ...fields };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return say`a list`;
  if (!isFields(value)) return JSON.stringify(value)?.slice(0, 60) ?? say`nothing`;
  const names = Object.keys(value);
  if (names.length === 0) return say`no fields at all`;
  const named = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
  return names.length === 1 ? say`the field ${named}` : say`the fields ${named}`;
}
