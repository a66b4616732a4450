import { temporaryFolder } from "../support/temporary.ts";

/** A disk of its own that can be filled up. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** Leaves no byte free, or room for so many. */
  fill(room?: number): void;
  free(): void;
}

const SIZE_MIB = 128;

/** Mounts one in memory; undefined where this user may not mount. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const folder = await temporaryFolder();
  const { path } = folder;
  if (!run("mount", "-t", "tmpfs", "-o", `size=${SIZE_MIB}m,mode=700`, "tmpfs", path)) {
    await folder[Symbol.asyncDispose]();
    return undefined;
  }
  const filler = `${path}/filler`;
  return {
    path,
    fill(room = 0) {
      using file = Deno.openSync(filler, { create: true, append: true });
      for (const size of [2 ** 20, 4096]) writeAsLongAsItFits(file, new Uint8Array(size));
      file.truncateSync(file.statSync().size - room);
    },
    free() {
      try {
        Deno.removeSync(filler);
      } catch {
        // It was not filled.
      }
    },
    async [Symbol.asyncDispose]() {
      run("umount", path);
      await folder[Symbol.asyncDispose]();
    },
  };
}

function writeAsLongAsItFits(file: Deno.FsFile, bytes: Uint8Array): void {
  try {
    while (file.writeSync(bytes) === bytes.length);
  } catch {
    // The disk is full.
  }
}

function run(program: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
