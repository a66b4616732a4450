import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { DATASET_FIELDS, type DatasetLines } from "../../../src/addons/dataset/dataset_lines.ts";
import type { DatasetsItem } from "../../../src/model/answer/datasets.ts";
import { ITEM_KINDS, type ItemKind } from "../../../src/model/enums.ts";
import { DATASET_ITEMS } from "./dataset_items.ts";

interface GroupLines {
  readonly group: string;
  readonly lists: readonly DatasetLines[];
}

/** A column of a table, and how the schema of items describes it. */
interface Column {
  readonly name: string;
  readonly type: "TEXT" | "INTEGER" | "NUMERIC" | "";
  readonly about: string;
}

/** Which group an item is of, where the item itself does not say it. */
const GROUP: Column = { name: "group", type: "TEXT", about: "The group's name in addresses." };

/**
 * Writes a database with a table for each kind of item, and `dataset`, which says what they are made of.
 * Lists and objects are JSON; true is 1, false 0. The statements that made the tables are kept in it, with
 * a comment on each column.
 */
export function writeSqlite(path: string, groups: readonly GroupLines[], item: DatasetsItem): void {
  const database = new DatabaseSync(path);
  try {
    // Another program finds one file, whole.
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    for (const kind of ITEM_KINDS) writeTable(database, kind, groups);
    const { groups: _, ...about } = item;
    const facts = Object.entries(about).filter(([, value]) => value !== undefined);
    database.exec(
      "CREATE TABLE dataset (\n  name TEXT PRIMARY KEY, -- What it says.\n  value TEXT\n) STRICT",
    );
    const insert = database.prepare("INSERT INTO dataset VALUES (?, ?)");
    for (const [name, value] of facts) insert.run(name, String(value));
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

function writeTable(
  database: DatabaseSync,
  kind: ItemKind,
  groups: readonly GroupLines[],
): void {
  const columns = columnsOf(kind);
  database.exec(tableStatement(kind, columns));
  const places = columns.map(() => "?").join(", ");
  const insert = database.prepare(`INSERT INTO ${quoted(kind)} VALUES (${places})`);
  for (const { group, lists } of groups) {
    for (const item of lists.find((list) => list.kind === kind)?.items ?? []) {
      insert.run(...columns.map(({ name }) => valueOf(name === "group" ? group : item[name])));
    }
  }
}

function columnsOf(kind: ItemKind): Column[] {
  const { properties = {} } = z.toJSONSchema(DATASET_ITEMS[kind]);
  const columns = DATASET_FIELDS[kind].map((name): Column => {
    const { type, description = "" } = properties[name] as JsonField;
    return { name, type: TYPES[String(type)] ?? "", about: description };
  });
  return [GROUP, ...columns.filter(({ name }) => name !== "group")];
}

interface JsonField {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

const TYPES: Readonly<Record<string, Column["type"]>> = {
  string: "TEXT",
  array: "TEXT",
  object: "TEXT",
  boolean: "INTEGER",
  integer: "INTEGER",
  number: "NUMERIC",
};

/** A table with a comment on each column, which SQLite keeps with it. */
function tableStatement(kind: ItemKind, columns: readonly Column[]): string {
  const about = DATASET_ITEMS[kind].description ?? "";
  const lines = columns.map(({ name, type, about }, at) => {
    const comma = at === columns.length - 1 ? "" : ",";
    return `  ${quoted(name)}${type && ` ${type}`}${comma} -- ${about.replaceAll("\n", " ")}`;
  });
  return `CREATE TABLE ${quoted(kind)} ( -- ${about}\n${lines.join("\n")}\n)`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function valueOf(value: unknown): SQLInputValue {
  switch (typeof value) {
    case "undefined":
      return null;
    case "boolean":
      return value ? 1 : 0;
    case "string":
    case "number":
      return value;
    default:
      return JSON.stringify(value);
  }
}
