import { folderOf } from "../store/kv_file.ts";
import { CommandError, type Files } from "../admin/command/command.ts";

/** The machine's files. A new one is written beside its place and moved there whole; it is its owner's alone. */
export const machineFiles: Files = {
  async read(path) {
    try {
      return await Deno.readTextFile(path);
    } catch (error) {
      throw asCommandError(`Cannot read ${path}`, error);
    }
  },
  async write(path, text, { replace }) {
    try {
      const draft = await Deno.makeTempFile({ dir: folderOf(path), prefix: ".oshibase-" });
      try {
        await Deno.writeTextFile(draft, text);
        // A link is made only where there is nothing; renaming would replace.
        if (replace) await Deno.rename(draft, path);
        else await Deno.link(draft, path);
      } finally {
        await Deno.remove(draft).catch(() => {});
      }
    } catch (error) {
      throw asCommandError(`Cannot write ${path}`, error);
    }
  },
};

function asCommandError(what: string, error: unknown): unknown {
  if (error instanceof Deno.errors.AlreadyExists) {
    return new CommandError(`${what}: it is there already; --overwrite replaces it`, "conflict");
  }
  if (error instanceof Deno.errors.NotFound) {
    return new CommandError(`${what}: there is no such file or folder`, "missing");
  }
  return error instanceof Error ? new CommandError(`${what}: ${error.message}`) : error;
}
