import { folderOf } from "../store/store_files.ts";
import { CommandError, type Files } from "../admin/command/command.ts";

/** The machine's files. A new one is written beside its place and moved there whole; it is its owner's alone. */
export const machineFiles: Files = {
  async make(path, make, { replace }) {
    try {
      await withDraft(path, async (draft) => {
        await make(draft);
        // A link is made only if there is nothing; renaming would replace.
        if (replace) await Deno.rename(draft, path);
        else await Deno.link(draft, path);
      });
    } catch (error) {
      throw asCommandError(`Cannot write ${path}`, error);
    }
  },
};

/** What SQLite lays beside a file. */
const JOURNALS = ["-journal", "-wal", "-shm"];

/** Makes an empty file beside a path, and removes it and its journals when `work` has ended. */
async function withDraft<T>(path: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = await Deno.makeTempFile({ dir: folderOf(path), prefix: ".oshibase-" });
  try {
    return await work(draft);
  } finally {
    for (const end of ["", ...JOURNALS]) await Deno.remove(draft + end).catch(() => {});
  }
}

function asCommandError(what: string, error: unknown): unknown {
  if (error instanceof Deno.errors.AlreadyExists) {
    return new CommandError(`${what}: it is there already; --overwrite replaces it`, "conflict");
  }
  if (error instanceof Deno.errors.NotFound) {
    return new CommandError(`${what}: there is no such folder`, "missing");
  }
  return error instanceof Error ? new CommandError(`${what}: ${error.message}`) : error;
}
