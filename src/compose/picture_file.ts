import type { PictureFile } from "../catalog/pictures.ts";
import { readAt } from "./pack_ahead.ts";

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
