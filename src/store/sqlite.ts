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
