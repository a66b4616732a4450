import type { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../platform/deno_kv.ts";
import { errorMessage } from "../platform/log.ts";
import { StartError } from "../platform/start_error.ts";
import { SNAPSHOT } from "../platform/store_keys.ts";
import { statOf } from "./store_files.ts";

/** What a snapshot says of itself, until a server starts on it. */
export interface SnapshotMark {
  /** Epoch ms. */
  readonly madeAt: number;
}

/** By which SQLite tells a snapshot, before anything of it is read: "osbs". A store has 0. */
const APPLICATION_ID = 0x6f736273;

/**
 * Copies a KV file as it is at one instant, while servers use it, into an empty file that is there: row by
 * row, so that nothing of what was deleted is in the copy. (SQLite's `VACUUM INTO` does the same, but the
 * runtime lets only programs with every permission attach a file.)
 */
export async function copySnapshot(kvFile: string, to: string, madeAt: number): Promise<void> {
  await withDatabase(to, (copy) =>
    withDatabase(kvFile, (source) => {
      source.exec("BEGIN");
      copy.exec("BEGIN EXCLUSIVE");
      copyTables(source, copy);
      copy.exec("COMMIT");
    }, { readOnly: true }));
  const kv = await openDenoKv(to);
  const value: SnapshotMark = { madeAt };
  await kv.commit([], [{ set: SNAPSHOT, value }]).finally(() => kv.close());
  if (!await makeSingleFile(to)) throw new Error("another program has opened the copy");
  const fault = await withDatabase(to, (db) => {
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    return faultOf(db);
  });
  if (fault !== undefined) throw new Error(`the copy is not whole (${fault})`);
  await syncFile(to);
}

/** Copies a snapshot, for its owner's eyes only, and waits until the disk has it. */
export async function copyWhole(file: string, to: string): Promise<void> {
  await Deno.copyFile(file, to);
  await Deno.chmod(to, 0o600);
  await syncFile(to);
}

async function syncFile(path: string): Promise<void> {
  const file = await Deno.open(path, { write: true });
  try {
    await file.sync();
  } finally {
    file.close();
  }
}

/** Whether a process has the store of a KV file open. A file that SQLite cannot read is nobody's. */
export async function isInUse(kvFile: string): Promise<boolean> {
  try {
    return await isDatabaseFile(kvFile) && !await makeSingleFile(kvFile);
  } catch {
    return false;
  }
}

/**
 * Moves a KV file and its journals aside, which would destroy another file in its place. Returns where the
 * file is then; undefined if there was none.
 */
export async function moveAside(kvFile: string, now: number): Promise<string | undefined> {
  let at = now;
  let aside: string;
  // Moved onto an earlier store, this one would destroy it.
  do aside = `${kvFile}.until-${new Date(at++).toISOString().replace("Z", "")}`; while (
    statOf(aside) !== undefined
  );
  for (const end of ["-wal", "-shm", "-journal"]) await move(kvFile + end, aside + end);
  return await move(kvFile, aside) ? aside : undefined;
}

async function move(from: string, to: string): Promise<boolean> {
  try {
    await Deno.rename(from, to);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return false;
  }
}

/**
 * Refuses a snapshot in the place of a store that SQLite finds damaged: the runtime's KV would end the
 * process.
 *
 * @throws {StartError}
 */
export async function refuseDamaged(path: string): Promise<void> {
  const fault = await withDatabase(path, (db) => {
    const { application_id } = db.prepare("PRAGMA application_id").get() ?? {};
    return application_id === APPLICATION_ID ? faultOf(db) : undefined;
    // What else is wrong with the file, opening it says.
  }, { readOnly: true }).catch(() => undefined);
  if (fault === undefined) return;
  throw new StartError(
    `Cannot use the store at ${path}: the snapshot in its place is damaged (${fault}). Restore another ` +
      "one: deno task admin store restore <file>",
  );
}

/** Makes a store of a snapshot that is not damaged; where it cannot be written to now, it stays one. */
export async function endSnapshot(path: string): Promise<void> {
  await withDatabase(path, (db) => db.exec("PRAGMA application_id = 0")).catch(() => {});
}

/** The first bytes of every database file (SQLite's documents, "Database File Format", 1.3). */
const MAGIC = "SQLite format 3\0";

/** Opens a file as a database for one piece of work; what it needs is loaded with the first. */
async function withDatabase<T>(
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

/**
 * Whether a file is a database. Never of a store that this process has open: closing a file takes the
 * process's locks off it (POSIX advisory locks belong to the process).
 */
export async function isDatabaseFile(path: string): Promise<boolean> {
  const file = await Deno.open(path);
  try {
    const head = new Uint8Array(MAGIC.length);
    const length = await file.read(head);
    return length === MAGIC.length && new TextDecoder().decode(head) === MAGIC;
  } finally {
    file.close();
  }
}

/** What SQLite finds wrong with the pages of a database (PRAGMA quick_check); undefined: nothing. */
function faultOf(db: DatabaseSync): string | undefined {
  const found = String(db.prepare("PRAGMA quick_check(1)").get()?.quick_check);
  return found === "ok" ? undefined : found.split("\n").at(-1);
}

/** How long a connection that was closed just now may take to end, in ms. */
const CLOSING_MS = 2000;

/**
 * Makes a database one file, without journals beside it; false if another connection has it open, in any
 * process: SQLite lets a connection leave its write-ahead log only when it is the last one.
 */
async function makeSingleFile(path: string): Promise<boolean> {
  const end = performance.now() + CLOSING_MS;
  while (true) {
    if (await withDatabase(path, leaveLog)) return true;
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function leaveLog(db: DatabaseSync): boolean {
  try {
    return db.prepare("PRAGMA journal_mode=DELETE").get()?.journal_mode === "delete";
  } catch (error) {
    if (/locked/.test(errorMessage(error))) return false;
    throw error;
  }
}

/** Writes all of one database into another, which is empty. */
function copyTables(source: DatabaseSync, target: DatabaseSync): void {
  const schema = source.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL",
  );
  for (const { name, sql } of schema.all("table")) {
    target.exec(String(sql));
    const reading = source.prepare(`SELECT * FROM "${name}"`);
    reading.setReadBigInts(true);
    const places = source.prepare(`PRAGMA table_info("${name}")`).all().map(() => "?").join(",");
    const writing = target.prepare(`INSERT INTO "${name}" VALUES (${places})`);
    for (const row of reading.iterate()) writing.run(...Object.values(row));
  }
  for (const { sql } of schema.all("index")) target.exec(String(sql));
}
