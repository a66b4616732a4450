import type { DatabaseSync } from "node:sqlite";
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
export function faultOf(db: DatabaseSync): string | undefined {
  const found = String(db.prepare("PRAGMA quick_check(1)").get()?.quick_check);
  return found === "ok" ? undefined : found.split("\n").at(-1);
}

/** How long a connection that was closed just now may take to end, in ms. */
const CLOSING_MS = 2000;

/**
 * Makes a database one file, without journals beside it; false if another connection has it open, in any
 * process: SQLite lets a connection leave its write-ahead log only when it is the last one.
 */
export async function makeSingleFile(path: string): Promise<boolean> {
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
