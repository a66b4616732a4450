import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { errorMessage } from "../platform/log.ts";

/** The first bytes of every database file (SQLite's documents, "Database File Format", 1.3). */
const MAGIC = "SQLite format 3\0";

/** Opens a file as a database for one piece of work; what it needs is loaded with the first. */
export async function withDatabase<T>(
  path: string,
  work: (db: DatabaseSync) => T | Promise<T>,
  options: { readonly readOnly?: boolean } = {},
): Promise<T> {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(path, options);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Whether a file is a database; a file that is not there, or may not be read, is none. */
export async function isDatabaseFile(path: string): Promise<boolean> {
  try {
    const file = await Deno.open(path);
    try {
      const head = new Uint8Array(MAGIC.length);
      const length = await file.read(head);
      return length === MAGIC.length && new TextDecoder().decode(head) === MAGIC;
    } finally {
      file.close();
    }
  } catch {
    return false;
  }
}

/** Makes a database one file, without journals beside it; false where another connection has it open. */
export function makeSingleFile(db: DatabaseSync): boolean {
  try {
    return db.prepare("PRAGMA journal_mode=DELETE").get()?.journal_mode === "delete";
  } catch (error) {
    if (/locked/.test(errorMessage(error))) return false;
    throw error;
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  /** Null for what SQLite makes by itself. */
  readonly sql: string | null;
}

/** Puts the tables of one database in the place of another's, within the transactions that they are in. */
export function copyTables(
  source: DatabaseSync,
  target: DatabaseSync,
  { except }: { readonly except?: string } = {},
): void {
  for (const { name } of schemaOf(target, "table")) target.exec(`DROP TABLE "${name}"`);
  for (const { name, sql } of schemaOf(source, "table")) {
    if (name === except) continue;
    target.exec(sql!);
    copyRows(source, target, name);
  }
  for (const { sql } of schemaOf(source, "index")) target.exec(sql!);
}

function schemaOf(db: DatabaseSync, type: string): SchemaEntry[] {
  const entries = db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type = ?").all(type);
  return (entries as unknown as SchemaEntry[]).filter(({ sql }) => sql !== null);
}

function copyRows(source: DatabaseSync, target: DatabaseSync, table: string): void {
  const reading = source.prepare(`SELECT * FROM "${table}"`);
  reading.setReadBigInts(true);
  const places = source.prepare(`PRAGMA table_info("${table}")`).all().map(() => "?").join(",");
  const writing = target.prepare(`INSERT INTO "${table}" VALUES (${places})`);
  for (const row of reading.iterate()) writing.run(...Object.values(row));
}

/** A digest of all rows of all tables of a database but one: SHA-256, in hexadecimal digits. */
export async function digestTables(
  db: DatabaseSync,
  { except }: { readonly except: string },
): Promise<string> {
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256");
  const add = (bytes: Uint8Array) => void hash.update(`${bytes.length}:`).update(bytes);
  const encoder = new TextEncoder();
  for (const name of tablesOf(db)) {
    if (name === except) continue;
    add(encoder.encode(name));
    for (const value of valuesOf(db, name)) {
      add(value instanceof Uint8Array ? value : encoder.encode(`${typeof value} ${value}`));
    }
  }
  return hash.digest("hex");
}

function tablesOf(db: DatabaseSync): string[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    .map(({ name }) => String(name));
}

/** All values of a table, in the order in which the file holds its rows. */
function* valuesOf(db: DatabaseSync, table: string): Generator<SQLOutputValue> {
  const reading = db.prepare(`SELECT * FROM "${table}"`);
  reading.setReadBigInts(true);
  for (const row of reading.iterate()) yield* Object.values(row);
}
