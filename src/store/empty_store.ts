import type { DatabaseSync } from "node:sqlite";
import { SNAPSHOT_TABLE } from "./snapshot.ts";
import { copyTables, makeSingleFile, withDatabase } from "./sqlite.ts";
import { isUnused, type Store } from "./store.ts";

/** The mark of the pepper and the format: every store begins with them. */
const ENTRIES_AT_FIRST = 2;
/** How long this process's own connection, which was closed just now, may take to end, in ms. */
const CLOSING_MS = 2000;

/** What came of filling a store. */
export type FillOutcome = "filled" | "in use" | "not empty";

/**
 * Puts all that another KV file holds into an empty one, in one transaction: all of it or nothing is
 * there afterwards. `beforeCommit` is called when all is copied; if it throws, nothing is there.
 */
export async function fillStore(
  kvFile: string,
  from: string,
  beforeCommit?: () => Promise<void>,
): Promise<FillOutcome> {
  return await withOwnDatabase(kvFile, async (target) => {
    target.exec("BEGIN EXCLUSIVE");
    // A server that was quicker has made it a shared one again.
    if (target.prepare("PRAGMA journal_mode").get()?.journal_mode !== "delete") return "in use";
    const { count } = target.prepare("SELECT count(*) AS count FROM kv").get() ?? {};
    if (Number(count) > ENTRIES_AT_FIRST) return "not empty";
    await withDatabase(from, (source) => copyTables(source, target, { except: SNAPSHOT_TABLE }));
    await beforeCommit?.();
    target.exec("COMMIT");
    return "filled";
  });
}

/**
 * Removes the files of a store that this process made when it opened it, if it still holds nothing and no
 * other process has it open; any other store stays.
 */
export async function discardNewStore({ kv, path, madeFiles = [] }: Store): Promise<void> {
  if (path === undefined || madeFiles.length === 0 || !await isUnused(kv)) return;
  kv.close();
  if (await withOwnDatabase(path, () => "left") === "in use") return;
  for (const file of madeFiles) await Deno.remove(file).catch(() => {});
}

/**
 * Works on a database that no other connection has open. "in use" if one has, in any process: SQLite lets
 * a connection leave its write-ahead log only when it is the last one, whatever program holds the others.
 */
async function withOwnDatabase<T>(
  path: string,
  work: (db: DatabaseSync) => T | Promise<T>,
): Promise<T | "in use"> {
  const end = performance.now() + CLOSING_MS;
  while (true) {
    const outcome = await withDatabase(
      path,
      async (db) => makeSingleFile(db) ? await work(db) : "in use",
    );
    if (outcome !== "in use" || performance.now() > end) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
