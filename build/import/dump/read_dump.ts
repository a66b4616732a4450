import { ImportError } from "../import_error.ts";
import { textOf } from "../record/known_value.ts";

/** A record of a dump: its fields, and its place counted from 1. */
export interface RawRecord {
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A dump, taken apart. */
export interface Dump {
  readonly records: readonly RawRecord[];
  /** Whether the records came in the wrapper object of the wrapped family. */
  readonly isWrapped: boolean;
}

/** Where a kind's records are, and what tells one. */
export interface DumpShape {
  /** What the records are called: `members`. */
  readonly plural: string;
  /** Fields of an object that may hold the list. */
  readonly lists: readonly string[];
  /** One of these has to be in every record. */
  readonly names: readonly string[];
}

type Fields = Record<string, unknown>;

/** How many wrong records are named at once. */
const NAMED_RECORDS = 10;

/**
 * Reads a dump: a list, an object that holds one, or a single record. Days of sessions are taken
 * apart into their sessions.
 *
 * @throws {ImportError} where it is no JSON or holds something else
 */
export function readDump(text: string, shape: DumpShape): Dump {
  const root = parse(text);
  refuseErrorAnswer(root);
  const list = findList(root, shape).flatMap(splitDay);
  refuseWrong(list, shape);
  const records = list.map((fields, place) => ({ number: place + 1, fields: fields as Fields }));
  return { records, isWrapped: isFields(root) && "success" in root && Array.isArray(root["data"]) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ImportError(`Cannot read it: expected JSON, and ${(error as Error).message}`);
  }
}

function refuseErrorAnswer(root: unknown): void {
  if (!isFields(root)) return;
  if (root["status"] !== false && root["success"] !== false) return;
  const message = typeof root["message"] === "string" ? ` "${root["message"]}"` : "";
  throw new ImportError(`Cannot import it: expected data, and it is an error answer${message}`);
}

function findList(root: unknown, shape: DumpShape): unknown[] {
  if (Array.isArray(root)) return root;
  if (isFields(root)) {
    for (const name of [...shape.lists, "data"]) {
      const inner = root[name];
      if (Array.isArray(inner)) {
        return inner[0] === undefined || name !== "sessions" ? inner : [root];
      }
      if (name === "data" && isFields(inner)) return findList(inner, shape);
    }
    if (isNamed(root, shape)) return [root];
  }
  const places = [...shape.lists, "data"].map((name) => `"${name}"`).join(" or ");
  throw new ImportError(
    `Cannot import it: expected a list of ${shape.plural}, or an object that holds one in ` +
      `${places}; found ${describe(root)}`,
  );
}

/** A day of video calls becomes its sessions, each with the day's date. */
function splitDay(item: unknown): unknown[] {
  if (!isFields(item) || !Array.isArray(item["sessions"])) return [item];
  const { date } = item;
  return item["sessions"].map((session) => isFields(session) ? { date, ...session } : session);
}

function refuseWrong(list: readonly unknown[], shape: DumpShape): void {
  const names = shape.names.map((name) => `"${name}"`).join(" or ");
  const wrong = list.map((item, place) => {
    if (!isFields(item)) return `record ${place + 1}: expected fields, found ${describe(item)}`;
    if (isNamed(item, shape)) return undefined;
    return `record ${place + 1}: expected some text in ${names}, found ${describe(item)}`;
  }).filter((message) => message !== undefined);
  if (wrong.length === 0) return;
  const more = wrong.length > NAMED_RECORDS ? [`and ${wrong.length - NAMED_RECORDS} more`] : [];
  throw new ImportError(
    [`Cannot import it as ${shape.plural}:`, ...wrong.slice(0, NAMED_RECORDS), ...more].join(
      "\n  ",
    ),
  );
}

function isNamed(fields: Fields, { names }: DumpShape): boolean {
  return names.some((name) => textOf(fields[name]) !== undefined);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (!isFields(value)) return JSON.stringify(value)?.slice(0, 60) ?? "nothing";
  const names = Object.keys(value);
  if (names.length === 0) return "no fields at all";
  const more = names.length > 8 ? ", …" : "";
  return `the field${names.length > 1 ? "s" : ""} ${names.slice(0, 8).join(", ")}${more}`;
}
