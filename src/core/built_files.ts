import { type BuildStamp, type Revision, STAMP_FILE } from "../model/build_stamp.ts";
import type { PictureFile } from "../catalog/pictures.ts";

/** Reads so many bytes of a file from a position on; fewer if it ends before. */
async function readAt(
  file: Deno.FsFile,
  at: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  file.seekSync(at, Deno.SeekMode.Start);
  let done = 0;
  while (done < length) {
    const count = await file.read(bytes.subarray(done));
    if (count === null) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** An opened file of pictures. */
export interface OpenedPictures extends PictureFile {
  /** The file that was asked for; undefined: there are no pictures. */
  readonly path: string | undefined;
  /** Whether it cannot be read, so that no picture is served. */
  readonly isMissing: boolean;
  close(): void;
}

/**
 * Opens the file of pictures that a pack names, and keeps it open: a build that removes it takes nothing
 * from whom it serves. What follows it at the same path is the same file.
 */
export function openPictures(folder: string, name: string | undefined): OpenedPictures {
  const path = name === undefined ? undefined : `${folder}/${name}`;
  const file = path === undefined ? undefined : openIfThere(path);
  let reading: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  return {
    path,
    isMissing: path !== undefined && file === undefined,
    read({ at, length }) {
      // A file has one position: its readers take turns.
      const read = reading.then(async () => {
        if (file === undefined || isClosed) return undefined;
        const bytes = await readAt(file, at, length);
        return bytes.length === length ? bytes : undefined;
      });
      reading = read.catch(() => {});
      return read;
    },
    close() {
      isClosed = true;
      void reading.then(() => file?.close());
    },
  };
}

function openIfThere(path: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** What is known of how a build came to be. */
interface Stamped {
  /** Epoch ms; 0 if the stamp is missing, broken or another's. */
  readonly builtAt: number;
  readonly revision: Revision | undefined;
}

const UNKNOWN: Stamped = { builtAt: 0, revision: undefined };

/** Reads what the stamp in a folder says of this build. */
export function readStamp(folder: string, build: string): Stamped {
  try {
    const stamp: BuildStamp = JSON.parse(Deno.readTextFileSync(`${folder}/${STAMP_FILE}`));
    const builtAt = Date.parse(stamp.built_at);
    const isOfBuild = stamp.build === build && builtAt > 0;
    return isOfBuild ? { builtAt, revision: revisionOf(stamp) } : UNKNOWN;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return UNKNOWN;
    throw error;
  }
}

function revisionOf({ commit, dirty = false }: BuildStamp): Revision | undefined {
  return commit === undefined ? undefined : { commit, dirty };
}
