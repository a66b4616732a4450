import type { DatabaseSync } from "node:sqlite";
import { makeSingleFile, withDatabase } from "./sqlite.ts";

/** The table in which a snapshot says when it was taken; Deno KV has no such table. */
export const SNAPSHOT_TABLE = "oshibase_snapshot";

/** More pages than a database can have: all are copied in one step, in which the copy sees no later write. */
const ALL_PAGES = 2 ** 31 - 1;

/** A file that is no whole snapshot. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

/**
 * Copies a KV file as it is at one instant, while servers use it, into an empty file that is there; by
 * SQLite's online backup. Servers write on meanwhile: their log grows until the copy is made.
 *
 * @throws {SnapshotError} where the copy is not whole
 */
export async function copySnapshot(kvFile: string, to: string, madeAt: number): Promise<void> {
  const { backup } = await import("node:sqlite");
  await withDatabase(
    kvFile,
    (source) => backup(source, to, { rate: ALL_PAGES }),
    { readOnly: true },
  );
  await withDatabase(to, (copy) => {
    makeSingleFile(copy);
    copy.exec(`CREATE TABLE ${SNAPSHOT_TABLE} (made_at INTEGER NOT NULL)`);
    copy.prepare(`INSERT INTO ${SNAPSHOT_TABLE} VALUES (?)`).run(madeAt);
    refuseBroken(copy);
  });
  using file = await Deno.open(to, { write: true });
  await file.sync();
}

/**
 * When a snapshot was taken, epoch ms.
 *
 * @throws {SnapshotError} where the file is none, or not whole
 */
export async function readSnapshotTime(path: string): Promise<number> {
  return await withDatabase(path, (copy) => {
    refuseBroken(copy);
    const { length } = copy.prepare("SELECT name FROM sqlite_schema WHERE name = ?")
      .all(SNAPSHOT_TABLE);
    if (length === 0) throw new SnapshotError("it was not made by `store snapshot`");
    return Number(copy.prepare(`SELECT made_at FROM ${SNAPSHOT_TABLE}`).get()?.made_at);
  }, { readOnly: true });
}

/** SQLite's own look at every page (PRAGMA quick_check). */
function refuseBroken(db: DatabaseSync): void {
  const found = db.prepare("PRAGMA quick_check(1)").get()?.quick_check;
  if (found !== "ok") throw new SnapshotError(`its database is damaged: ${found}`);
}
