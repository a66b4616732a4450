import { temporaryFolder } from "../support/temporary.ts";

/** A disk of its own, in memory, that can be filled up. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
}

/** Mounts one; undefined where this user may not mount. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const folder = await temporaryFolder();
  const { path } = folder;
  if (!run("mount", "-t", "tmpfs", "-o", "size=128m,mode=700", "tmpfs", path)) {
    await folder[Symbol.asyncDispose]();
    return undefined;
  }
  const filler = `${path}/filler`;
  return {
    path,
    fill() {
      using file = Deno.openSync(filler, { create: true, append: true });
      for (const size of [2 ** 20, 4096]) writeAsLongAsItFits(file, new Uint8Array(size));
    },
    free: () => Deno.removeSync(filler),
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
