import { createHash } from "node:crypto";

/** What a content folder is compiled by. */
const PROGRAM = ["src", "build", "deno.json", "deno.lock"];
/** Folders that the project's tasks write. */
const WRITTEN = /^build\/(out|client)$/;

let program: string | undefined;

/**
 * What is made of a content folder of the repository by the program: whoever needs it first keeps it in the
 * temporary folder of the machine for all other files of tests, each of which would take up to a second of
 * a processor for it. A changed file of either makes it anew, in the same place.
 */
export function keptOf(name: string, folder: string) {
  program ??= PROGRAM.map(stateOf).join();
  const state = hash(`${program}${stateOf(folder)}`);
  const root = Deno.env.get("TMPDIR") ?? "/tmp";
  const path = `${root}/oshibase-kept-${hash(`${Deno.cwd()} ${folder}`)}.${name}`;
  return {
    read(): Uint8Array | undefined {
      try {
        const bytes = Deno.readFileSync(path);
        const isOfNow = new TextDecoder().decode(bytes.subarray(0, state.length)) === state;
        return isOfNow ? bytes.subarray(state.length) : undefined;
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
        return undefined;
      }
    },
    keep(bytes: Uint8Array): Uint8Array {
      const fresh = `${path}.${crypto.randomUUID()}`;
      Deno.writeFileSync(fresh, new TextEncoder().encode(state));
      Deno.writeFileSync(fresh, bytes, { append: true });
      Deno.renameSync(fresh, path);
      return bytes;
    },
  };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The names, sizes and times of a file, or of all files below a folder. */
function stateOf(path: string): string {
  const { isDirectory, size, mtime } = Deno.statSync(path);
  if (!isDirectory) return `${path} ${size} ${mtime!.getTime()}\n`;
  if (WRITTEN.test(path)) return "";
  const names = [...Deno.readDirSync(path)].map(({ name }) => `${path}/${name}`);
  return names.sort().map(stateOf).join("");
}
