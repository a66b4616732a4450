/**
 * This room reads dumps and finds the records in them.
 *
 * @module
 */

import { DATASET_KINDS } from "../../../src/model/enums.ts";
import { TaskError } from "../../task/task_error.ts";
import { flattenRecord, isKnownName, type RawRecord } from "../record/fields.ts";
import { isKnown, readText } from "../record/values.ts";
import { namesOf } from "../record/field_names.ts";
import {
  type DumpShape,
  findRecords,
  type OtherList,
  type RecordFields,
  type RecordSigns,
} from "./find_records.ts";
import { isFields } from "../../read/source.ts";
import { parseDump } from "./parse_dump.ts";
import { say, translated } from "../../words/say.ts";

/** Something among the records that is none. */
interface BadRecord {
  readonly number: number;
  readonly value: unknown;
  readonly problem: string;
}

/** A dump, taken apart. */
export interface Dump {
  readonly records: readonly RawRecord[];
  readonly bad: readonly BadRecord[];
  /** Further lists that were not read. */
  readonly others: readonly OtherList[];
  /** Whether the records came in the wrapper object of the wrapped family. */
  readonly isWrapped: boolean;
}

/** How many wrong records are named at once. */
const NAMED_RECORDS = 10;

/**
 * Reads a dump of a kind, wherever in it the records are. Days of sessions are taken apart into
 * their sessions.
 *
 * @throws {TaskError} where it cannot be read, or holds no record of the kind
 */
export function readDump(
  text: string,
  kind: string,
  shape: DumpShape,
  map: ReadonlyMap<string, string>,
): Dump {
  const root = withMapTakenApart(linesOfKind(parseDump(text), shape), shape);
  refuseErrorAnswer(root);
  const signs = signsOf(kind, shape, map);
  const found = findRecords(root, shape, signs);
  if (found === undefined) return emptyDump(root, shape);
  const list = found.records.flatMap(splitDay);
  const bad = list.flatMap((value, place) => {
    const problem = problemOf(value, shape, signs);
    return problem === undefined ? [] : [{ number: place + 1, value, problem }];
  });
  if (bad.length > 0 && bad.length === list.length) refuseWrong(bad, shape);
  const wrong = new Set(bad.map(({ number }) => number));
  const records = list.map((fields, place) => ({
    number: place + 1,
    fields: fields as RecordFields,
  }))
    .filter(({ number }) => !wrong.has(number));
  return { records, bad, others: found.others, isWrapped: isWrapper(root) };
}

/** What a line of a dataset says of itself; the first one has the licence. */
const LINE_KINDS: ReadonlySet<unknown> = new Set([...DATASET_KINDS, "licence"]);

/** A dataset has the items of all kinds, each with the name of its own. */
function linesOfKind(root: unknown, { dataset }: DumpShape): unknown {
  const isDataset = Array.isArray(root) && root.length > 0 &&
    root.every((line) => isFields(line) && LINE_KINDS.has(line["kind"]));
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
      ![...lists, "data", mapOf].includes(name) && Array.isArray(value) && value.every(isKnown) &&
      value.every((item) => typeof item === "string")
    );
  return isMap ? entries.map(([name, value]) => ({ name, [mapOf]: value })) : root;
}

/** The names by which a record is called, from the best to the last. */
export function recordName(
  fields: RecordFields,
  kind: string,
  { names }: DumpShape,
  map: ReadonlyMap<string, string> = new Map(),
): string {
  const known = flattenRecord(fields, { kind, map });
  const keys = names.flatMap((name) => [
    ...[...map].filter(([, ours]) => ours === name).map(([theirs]) => theirs),
    ...namesOf(kind, name),
  ]);
  const texts = keys.flatMap((key) => known.filter((field) => field.keys.includes(key)))
    .map(({ value }) => readText(value));
  return texts.find((text) => text !== undefined) ?? "";
}

function signsOf(kind: string, shape: DumpShape, map: ReadonlyMap<string, string>): RecordSigns {
  const isName = (key: string) => isKnownName({ kind, map }, key);
  return {
    isNamed: (value) => isFields(value) && recordName(value, kind, shape, map) !== "",
    score: (value) =>
      isFields(value)
        ? flattenRecord(value, { kind, map }).filter(({ keys }) => keys.some(isName)).length
        : 0,
  };
}

function refuseErrorAnswer(root: unknown): void {
  if (!isFields(root)) return;
  if (root["status"] !== false && root["success"] !== false) return;
  const message = typeof root["message"] === "string" ? ` "${root["message"]}"` : "";
  throw new TaskError(say`Cannot import it: it is an error answer and no data${message}`);
}

/** A list that is empty is a dump without records; anything else is none. */
function emptyDump(root: unknown, { lists, plural }: DumpShape): Dump {
  const places = [...lists, "data"];
  const isEmpty = isFields(root) &&
    places.some((name) => Array.isArray(root[name]) && (root[name] as unknown[]).length === 0);
  if (isEmpty) return { records: [], bad: [], others: [], isWrapped: isWrapper(root) };
  throw new TaskError(
    say`Cannot import it: expected a list of ${
      translated(plural)
    }, or an object that holds one in ${places.map((name) => `"${name}"`).join(say` or `)}; found ${
      describe(root)
    }`,
  );
}

function isWrapper(root: unknown): boolean {
  return isFields(root) && "success" in root && Array.isArray(root["data"]);
}

/** A day of video calls becomes its sessions, each with the day's date. */
function splitDay(item: unknown): unknown[] {
  if (!isFields(item) || !Array.isArray(item["sessions"])) return [item];
  const { date } = item;
  return item["sessions"].map((session) => isFields(session) ? { date, ...session } : session);
}

function problemOf(item: unknown, { names }: DumpShape, signs: RecordSigns): string | undefined {
  if (!isFields(item)) return say`expected fields, found ${describe(item)}`;
  if (signs.isNamed(item)) return undefined;
  const wanted = names.map((name) => `"${name}"`).join(say` or `);
  return say`expected some text in ${wanted}, found ${describe(item)}`;
}

function refuseWrong(bad: readonly BadRecord[], { plural }: DumpShape): never {
  const wrong = bad.map(({ number, problem }) => say`record ${number}: ${problem}`);
  const more = wrong.length > NAMED_RECORDS ? [say`and ${wrong.length - NAMED_RECORDS} more`] : [];
  throw new TaskError(
    [say`Cannot import it as ${translated(plural)}:`, ...wrong.slice(0, NAMED_RECORDS), ...more]
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
