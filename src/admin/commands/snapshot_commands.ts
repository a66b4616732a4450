import { countsOf, takeBackup } from "../backup/backup.ts";
import { pepperToSet } from "../backup/restore.ts";
import { createMac } from "../../toolbox/mac.ts";
import { openDenoKv } from "../../platform/deno_kv.ts";
import { errorMessage } from "../../platform/log.ts";
import { StartError } from "../../platform/start_error.ts";
import { PEPPER_MARK } from "../../platform/credential_keys.ts";
import { type FillOutcome, fillStore } from "../../store/empty_store.ts";
import { checkFormat } from "../../store/format.ts";
import { isStoreFile, pepperFileOf, storeFilesOf } from "../../store/store_files.ts";
import { copySnapshot, readSnapshotTime } from "../../store/snapshot.ts";
import { isUnused, type Store } from "../../store/store.ts";
import { isAroundFile } from "../../store/store_trouble.ts";
import {
  type CommandArguments,
  type CommandDeps,
  type CommandEntry,
  CommandError,
  type CommandOutcome,
  filesOf,
} from "../command/command.ts";
import { listTimestamp } from "./table.ts";

/** What is said of a copy of the store that has no pepper. */
export const WITHOUT_PEPPER =
  "The pepper is not in it: without the same KEY_PEPPER or pepper file nobody can use it.";

/** `store snapshot` */
export const snapshot: CommandEntry = {
  subject: "file",
  description:
    "Copies the whole store at one instant, also while servers use it: what was used and the audit " +
    "too; only you can read the file",
  showsPersonalData: true,
  options: {
    "with-pepper": {
      description: "the pepper too, beside it as <file>.pepper: the two make this store elsewhere",
    },
    overwrite: { description: "replace the file where there is one" },
  },
  async run(deps, input) {
    const kvFile = fileOf(deps.store, "Cannot take a snapshot");
    const { subject: file } = input;
    const withPepper = input.has("with-pepper");
    await refuseOwnFiles(deps.store, file);
    const replace = input.has("overwrite");
    const madeAt = deps.clock.now();
    const files = filesOf(deps);
    await files.make(file, async (draft) => {
      await copySnapshot(kvFile, draft, madeAt);
      const pepper = new TextDecoder().decode(deps.store.pepper);
      if (withPepper) await files.write(pepperFileOf(file), pepper, { replace });
    }, { replace });
    return {
      json: { file, made_at: listTimestamp(madeAt), pepper: withPepper },
      lines: [
        `Copied the whole store to ${file}.`,
        withPepper
          ? `The pepper lies beside it in ${pepperFileOf(file)}: keep both as you keep a password.`
          : WITHOUT_PEPPER,
      ],
    };
  },
};

type RestoreDeps = Pick<CommandDeps, "store" | "files" | "noteIn">;

/**
 * Fills an empty, unused store with a snapshot. The entry that says so is made in a copy of the
 * snapshot first, which then becomes the store's content in one transaction.
 *
 * @throws {CommandError} if the store is in use or not empty, or the file is no whole snapshot
 */
export async function restoreSnapshot(
  deps: RestoreDeps,
  input: CommandArguments,
): Promise<CommandOutcome> {
  const { store } = deps;
  const kvFile = fileOf(store, "Cannot restore a snapshot");
  await refuseFull(store, kvFile, input);
  const { subject: file } = input;
  const madeAt = await snapshotTime(file);
  return await filesOf(deps).withCopy(file, kvFile, async (copy) => {
    const { counts, pepper } = await prepareCopy(deps, copy, file, madeAt);
    store.kv.close();
    const outcome = await fillWithPepper(deps, kvFile, copy, pepper);
    if (outcome === "not empty") throw notEmpty(kvFile);
    if (outcome === "in use") {
      throw new CommandError(
        `Cannot restore: a server or another command uses ${kvFile}. Stop it, then do this again`,
        "conflict",
      );
    }
    return {
      json: { file, made_at: listTimestamp(madeAt), ...counts, pepper: pepper !== undefined },
      lines: [
        `The store is as it was at ${listTimestamp(madeAt)}. What came after is gone: hold the ` +
        "last messages of the audit's channel against it with `audit verify --head`.",
        ...(pepper === undefined
          ? []
          : [`The pepper is the snapshot's now (${store.pepperFile}).`]),
      ],
    };
  });
}

/**
 * Sets the pepper when all is copied, just before the store gets it: what ends this in between leaves
 * a store that is empty. Where the store gets nothing, its own pepper is set again.
 */
async function fillWithPepper(
  deps: RestoreDeps,
  kvFile: string,
  copy: string,
  pepper: string | undefined,
): Promise<FillOutcome> {
  if (pepper === undefined) return await fillStore(kvFile, copy);
  const { pepper: own, pepperFile } = deps.store;
  const set = (text: string) => filesOf(deps).write(pepperFile!, text, { replace: true });
  let isBegun = false;
  try {
    return await fillStore(kvFile, copy, async () => {
      isBegun = true;
      await set(pepper);
    });
  } catch (error) {
    if (isBegun) await set(new TextDecoder().decode(own));
    throw error;
  }
}

/** Puts the restoring on record in the copy; the pepper that the store needs afterwards, if another. */
async function prepareCopy(deps: RestoreDeps, copy: string, file: string, madeAt: number) {
  const kv = await openDenoKv(copy);
  try {
    await checkFormat(kv);
    const given = await pepperBeside(deps, file);
    const pepperMark = (await kv.get<string>(PEPPER_MARK)).value ?? "";
    const pepper = pepperToSet(deps.store, { pepperMark, pepper: given });
    const own = pepper === undefined ? deps.store : withPepper(deps.store, pepper);
    let counts = {};
    await deps.noteIn({ ...own, kv }, async (restored) => {
      counts = countsOf(await takeBackup(restored, { withPepper: false }));
      return { snapshot_of: listTimestamp(madeAt), ...counts };
    });
    return { counts, pepper };
  } catch (error) {
    if (error instanceof CommandError || error instanceof StartError) throw error;
    if (isAroundFile(error)) throw error;
    // A snapshot of an earlier program has no digest by which damage would have been found.
    throw new CommandError(`Cannot use ${file}: it is damaged (${errorMessage(error)})`);
  } finally {
    kv.close();
  }
}

/** The pepper beside a snapshot; undefined if there is none. */
async function pepperBeside(deps: RestoreDeps, file: string): Promise<string | undefined> {
  try {
    return await filesOf(deps).read(pepperFileOf(file));
  } catch (error) {
    if (error instanceof CommandError && error.kind === "missing") return undefined;
    throw error;
  }
}

function withPepper(store: Store, text: string): Store {
  const pepper = new TextEncoder().encode(text);
  return { ...store, pepper, secretHash: createMac(pepper) };
}

async function snapshotTime(file: string): Promise<number> {
  try {
    return await readSnapshotTime(file);
  } catch (error) {
    throw new CommandError(`Cannot use ${file}: ${errorMessage(error)}`);
  }
}

async function refuseFull(store: Store, kvFile: string, input: CommandArguments): Promise<void> {
  if (input.has("overwrite")) {
    throw new CommandError(
      "Cannot use --overwrite with a snapshot, which fills an empty store alone",
    );
  }
  if (!await isUnused(store.kv)) throw notEmpty(kvFile);
}

function notEmpty(kvFile: string): CommandError {
  const [, ...journals] = storeFilesOf(kvFile).slice(0, -1);
  return new CommandError(
    `Cannot restore: ${kvFile} is not empty. Stop its servers, move it away with ` +
      `${journals.join(", ")} where they are there, and keep ${pepperFileOf(kvFile)}`,
    "conflict",
  );
}

/** The file of the store; a store elsewhere has means of its own. */
function fileOf({ path, engine }: Store, what: string): string {
  if (path !== undefined) return path;
  if (engine === "postgres") {
    throw new CommandError(
      `${what}: the store is in Postgres, whose own means copy it whole: ` +
        "`pg_dump --format=custom --schema=oshibase` while servers use it, and `pg_restore` into an empty " +
        "database while none does. `store backup` moves keys to a store of another kind",
    );
  }
  throw new CommandError(
    `${what}: KV_PATH is no file of this machine. A KV Connect server keeps a SQLite file where it ` +
      "runs: copy that with `sqlite3 <file> \"VACUUM INTO '<copy>'\"`, and put the copy in its place to " +
      "restore; a platform's store has the platform's backups. `store backup` works everywhere",
  );
}

/**
 * Keeps the store's own files from being replaced.
 *
 * @throws {CommandError} if a path leads to one of them
 */
export async function refuseOwnFiles({ path }: Store, file: string): Promise<void> {
  if (path === undefined) return;
  for (const written of [file, pepperFileOf(file)]) {
    if (!await isStoreFile(path, written)) continue;
    throw new CommandError(
      `Cannot write ${written}: it belongs to the store itself (${path}). Name another file`,
      "conflict",
    );
  }
}
