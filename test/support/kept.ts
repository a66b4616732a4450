import { createHash } from "node:crypto";

/** What a content folder is compiled by. */
const PROGRAM = ["src", "build", "deno.json", "deno.lock"];
/** Folders that the project's tasks write. */
const WRITTEN = /^build\/(out|kept|client)$/;

const PREFIX = "oshibase-kept-";

let program: string | undefined;

/**
 * What is made of a content folder of the repository by the program, which takes a while: whoever needs
 * it first keeps it in the temporary folder of the machine for all other files of tests. A changed file
 * of either makes it anew.
 */
export function keptOf(name: string, folder: string) {
  program ??= PROGRAM.map(stateOf).join();
  const key = createHash("sha256").update(`${program}${stateOf(folder)}`).digest("hex");
  const root = Deno.env.get("TMPDIR") ?? "/tmp";
  const path = `${root}/${PREFIX}${key.slice(0, 16)}.${name}`;
  return {
    read(): Uint8Array | undefined {
      try {
        return Deno.readFileSync(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
        return undefined;
      }
    },
    keep(bytes: Uint8Array): Uint8Array {
      const fresh = `${path}.${crypto.randomUUID()}`;
      Deno.writeFileSync(fresh, bytes);
      Deno.renameSync(fresh, path);
      removeOld(root);
      return bytes;
    },
  };
}

/** What was kept for a program of another day goes. */
function removeOld(root: string): void {
  const before = Date.now() - 86_400_000;
  for (const { name } of Deno.readDirSync(root)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      if (Deno.statSync(`${root}/${name}`).mtime!.getTime() < before) {
        Deno.removeSync(`${root}/${name}`);
      }
    } catch {
      // Another process was first.
    }
  }
}

/** The names, sizes and times of a file, or of all files below a folder. */
function stateOf(path: string): string {
  const { isDirectory, size, mtime } = Deno.statSync(path);
  if (!isDirectory) return `${path} ${size} ${mtime!.getTime()}\n`;
  if (WRITTEN.test(path)) return "";
  return [...Deno.readDirSync(path)].map(({ name }) => `${path}/${name}`).sort().map(stateOf).join(
    "",
  );
}
