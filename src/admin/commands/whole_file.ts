import { folderOf } from "../../store/store_files.ts";
import { CommandError } from "../command/command.ts";

/**
 * Writes a file whole, readable by its owner alone: `make` writes it at another path that is there and empty.
 *
 * @throws {CommandError} if it cannot be written; if there is a file and it may not `replace` it
 */
export async function makeWhole(
  path: string,
  make: (draft: string) => Promise<void>,
  { replace }: { readonly replace: boolean },
): Promise<void> {
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
}

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
