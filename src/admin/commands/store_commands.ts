import { copySnapshot, copyWhole, isDatabaseFile, moveAside } from "../../store/snapshot.ts";
import { engineAt } from "../../store/engine.ts";
import { folderOf, isOnDisk, kvFileOf, makeStoreFolder } from "../../store/store_files.ts";
import {
  type ClosedStore,
  command,
  CommandError,
  type CommandOutcome,
} from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";
import { copyWholeStore, refuseInUse, refuseOwnFile } from "./store_copy.ts";

/** Puts a snapshot in the place of the store, which no process may have open. */
async function restore(closed: ClosedStore, file: string): Promise<CommandOutcome> {
  const { address, engines, clock } = closed;
  const kvFile = kvFileOf(address);
  if (!isOnDisk(kvFile)) {
    throw elsewhere("Cannot restore a snapshot", engineAt(address, engines)?.copying);
  }
  await refuseOwnFile(kvFile, file);
  if (!await isSnapshot(file)) {
    throw new CommandError(`Cannot use ${file}: it was not made by "store snapshot"`);
  }
  await refuseInUse("restore", closed, kvFile);
  makeStoreFolder(kvFile);
  let aside: string | undefined;
  await makeWhole(kvFile, async (draft) => {
    await copyWhole(file, draft);
    aside = await moveAside(kvFile, clock.now());
  }, { replace: false });
  return {
    json: { file, aside: aside ?? null },
    notes: [
      `Put ${file} in the place of ${kvFile}.`,
      "What was revoked, forgotten or used since the snapshot is undone: the next start says since when.",
    ],
  };
}

async function isSnapshot(file: string): Promise<boolean> {
  try {
    return await isDatabaseFile(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new CommandError(`Cannot read ${file}: there is no such file`, "missing");
  }
}

/** What SQLite lays beside a file. */
const JOURNALS = ["-journal", "-wal", "-shm"];

/**
 * Writes a file whole, readable by its owner alone: `make` writes it at another path that is there and empty.
 *
 * @throws {CommandError} if it cannot be written; if there is a file and it may not `replace` it
 */
async function makeWhole(
  path: string,
  make: (draft: string) => Promise<void>,
  { replace }: { readonly replace: boolean },
): Promise<void> {
  let draft: string | undefined;
  try {
    draft = await Deno.makeTempFile({ dir: folderOf(path), prefix: ".oshibase-" });
    await make(draft);
    // A link is made only if there is nothing; renaming would replace.
    if (replace) await Deno.rename(draft, path);
    else await Deno.link(draft, path);
  } catch (error) {
    const what = `Cannot write ${path}`;
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new CommandError(`${what}: it is there already; --overwrite replaces it`, "conflict");
    }
    if (error instanceof Deno.errors.NotFound) {
      throw new CommandError(`${what}: there is no such folder`, "missing");
    }
    throw error instanceof Error ? new CommandError(`${what}: ${error.message}`) : error;
  } finally {
    for (const end of ["", ...JOURNALS]) {
      if (draft !== undefined) await Deno.remove(draft + end).catch(() => {});
    }
  }
}

/** A store elsewhere has means of its own. */
function elsewhere(what: string, copying: string = SERVERS_OWN): CommandError {
  return new CommandError(`${what}: ${copying}`);
}

const SERVERS_OWN =
  "KV_PATH is no file of this machine. A KV Connect server keeps a SQLite file where it " +
  "runs: copy that with `sqlite3 <file> \"VACUUM INTO '<copy>'\"`, and put the copy in its place to " +
  "restore; a platform's store has the platform's backups";

/** `store …`: snapshots are for the machine itself only. */
export const STORE_COMMANDS = [
  command("store snapshot", {
    subject: "file",
    description:
      "Copies the whole store at one instant, also while servers use it: what was used and the audit " +
      "too; only you can read the file. The pepper is not in it",
    showsPersonalData: true,
    options: { overwrite: { description: "replace the file where there is one" } },
    async run({ store: { path, copying }, clock }, file, { overwrite: replace }) {
      if (path === undefined) throw elsewhere("Cannot take a snapshot", copying);
      await refuseOwnFile(path, file);
      const madeAt = clock.now();
      await makeWhole(file, (draft) => copySnapshot(path, draft, madeAt), { replace });
      return {
        json: { file, made_at: isoOrNull(madeAt) },
        notes: [
          "The pepper is not in it: without the same KEY_PEPPER or pepper file nobody can use it.",
        ],
      };
    },
  }),
  command("store restore", {
    subject: "file",
    description:
      "Puts a snapshot in the place of the store, while no server has it; the former file is moved aside",
    run: () => Promise.reject(new CommandError("Cannot restore while the store is open")),
    runClosed: restore,
  }),
  command("store copy", {
    subject: "address",
    description:
      "Copies all of the store into an empty one (a file, a Postgres database, a KV URL), while no server " +
      "has either; the store itself stays as it is",
    run: () => Promise.reject(new CommandError("Cannot copy while the store is open")),
    runClosed: copyWholeStore,
  }),
];
