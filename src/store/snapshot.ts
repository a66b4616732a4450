import { openDenoKv } from "../platform/deno_kv.ts";
import { StartError } from "../platform/start_error.ts";
import { SNAPSHOT } from "../platform/store_keys.ts";
import { faultOf, isDatabaseFile, makeSingleFile, withDatabase } from "./sqlite.ts";

/** What a snapshot says of itself, until a server starts on it. */
export interface SnapshotMark {
  /** Epoch ms. */
  readonly madeAt: number;
}

/** By which SQLite tells a snapshot, before anything of it is read: "osbs". A store has 0. */
const APPLICATION_ID = 0x6f736273;

/**
 * Copies a KV file as it is at one instant, while servers use it, into an empty file that is there. SQLite
 * writes every row anew, so that nothing of what was deleted is in the copy.
 */
export async function copySnapshot(kvFile: string, to: string, madeAt: number): Promise<void> {
  await withDatabase(kvFile, (db) => db.prepare("VACUUM INTO ?").run(to), { readOnly: true });
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
  const aside = `${kvFile}.until-${new Date(now).toISOString().replace(/\..*/, "")}`;
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
