import { PACK_FILE } from "../model/pack.ts";
import { markFile } from "../platform/file_mark.ts";

/** A pack that is read beside other work. */
export interface PackAhead {
  /** The version of the file, marked before it was read; undefined where there is none. */
  readonly version: string | undefined;
  /** Its bytes; rejects where they cannot be read. */
  readonly bytes: Promise<Uint8Array>;
}

/** Begins to read the pack in `folder`. */
export function readPackAhead(folder: string): PackAhead {
  const path = `${folder}/${PACK_FILE}`;
  // Marked before it is read: what is put in its place meanwhile has another mark.
  const version = markFile(path)?.version;
  // What is no file, or cannot be looked at, has no size that can be asked for.
  const bytes = version === undefined ? Deno.readFile(path) : readWhole(path);
  // Whoever starts the program may end it for another reason, and never wait for this.
  bytes.catch(() => {});
  return { version, bytes };
}

/**
 * Reads into memory that is asked for once: `Deno.readFile` takes twice as long for many MB. It has begun
 * to read when it returns, so that whoever goes on with work that never waits does not keep it from it.
 */
async function readWhole(path: string): Promise<Uint8Array> {
  const file = Deno.openSync(path);
  try {
    // The size of an open file is told only where the file behind a link may be read, too.
    const bytes = new Uint8Array(file.seekSync(0, Deno.SeekMode.End));
    file.seekSync(0, Deno.SeekMode.Start);
    let done = 0;
    while (done < bytes.length) {
      const count = await file.read(bytes.subarray(done));
      if (count === null) break;
      done += count;
    }
    return bytes.subarray(0, done);
  } finally {
    file.close();
  }
}
