import type { DatabaseSync } from "node:sqlite";
import { errorMessage } from "../platform/log.ts";
import { copyTables, digestTables, withDatabase } from "./sqlite.ts";
import { isAroundFile } from "./store_trouble.ts";

/** The table in which a snapshot says when it was taken, and what it held; Deno KV has no such table. */
export const SNAPSHOT_TABLE = "oshibase_snapshot";

/** A file that cannot be used as a snapshot. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

/**
 * Copies a KV file as it is at one instant, while servers use it, into an empty file that is there: row by
 * row within one transaction, so that nothing of what was deleted or replaced is in it, as would be in a
 * copy of its pages. Servers write on meanwhile: their log grows until the copy is made.
 *
 * @throws {SnapshotError} where the copy is not whole
 */
export async function copySnapshot(kvFile: string, to: string, madeAt: number): Promise<void> {
  await withDatabase(to, (copy) =>
    withDatabase(kvFile, (source) => {
      source.exec("BEGIN");
      copy.exec("BEGIN EXCLUSIVE");
      copyTables(source, copy);
      copy.exec("COMMIT");
    }, { readOnly: true }));
  await withDatabase(to, async (copy) => {
    const digest = await digestSnapshot(copy, madeAt);
    copy.exec(`CREATE TABLE ${SNAPSHOT_TABLE} (made_at INTEGER NOT NULL, digest TEXT NOT NULL)`);
    copy.prepare(`INSERT INTO ${SNAPSHOT_TABLE} VALUES (?, ?)`).run(madeAt, digest);
    refuseBroken(copy);
  });
  const file = await Deno.open(to, { write: true });
  try {
    await file.sync();
  } finally {
    file.close();
  }
}

/**
 * When a snapshot was taken, epoch ms.
 *
 * @throws {SnapshotError} where the file is none, or not whole, or cannot be read now
 */
export async function readSnapshotTime(path: string): Promise<number> {
  try {
    return await withDatabase(path, async (copy) => {
      refuseBroken(copy);
      const { madeAt, digest } = readMark(copy);
      if (digest !== undefined && digest !== await digestSnapshot(copy, madeAt)) {
        throw damaged("it does not hold what was written");
      }
      return madeAt;
    }, { readOnly: true });
  } catch (error) {
    if (error instanceof SnapshotError) throw error;
    const reason = errorMessage(error);
    throw isAroundFile(error) ? unread(reason) : damaged(reason);
  }
}

/** When a snapshot was taken, and the digest of what it held; earlier programs noted no digest. */
function readMark(copy: DatabaseSync): { madeAt: number; digest: string | undefined } {
  const { length } = copy.prepare("SELECT name FROM sqlite_schema WHERE name = ?")
    .all(SNAPSHOT_TABLE);
  if (length === 0) throw new SnapshotError("it was not made by `store snapshot`");
  const mark = copy.prepare(`SELECT * FROM ${SNAPSHOT_TABLE}`).get();
  if (mark === undefined) throw damaged("its mark is missing");
  return {
    madeAt: Number(mark.made_at),
    digest: mark.digest === undefined ? undefined : String(mark.digest),
  };
}

/** SQLite checks the order of pages alone (PRAGMA quick_check): the digest finds other values, too. */
async function digestSnapshot(copy: DatabaseSync, madeAt: number): Promise<string> {
  return `${await digestTables(copy, { except: SNAPSHOT_TABLE })} ${madeAt}`;
}

/** SQLite's own check of every page (PRAGMA quick_check). */
function refuseBroken(db: DatabaseSync): void {
  const found = db.prepare("PRAGMA quick_check(1)").get()?.quick_check;
  if (found !== "ok") throw damaged(String(found).split("\n").at(-1)!);
}

function damaged(why: string): SnapshotError {
  return new SnapshotError(
    `it is damaged (${why}). Copy it here once more, or use another snapshot`,
  );
}

function unread(why: string): SnapshotError {
  return new SnapshotError(`it cannot be read (${why}). End what uses it, then do this again`);
}
