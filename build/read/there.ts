/** Whether anything is there, be it a link that leads nowhere. */
export function exists(path: string): boolean {
  return ifThere(() => Deno.lstatSync(path)) !== undefined;
}

/** Whether a file is there. */
export function isFile(path: string): boolean {
  return ifThere(() => Deno.statSync(path))?.isFile === true;
}

/** Whether a folder is there. */
export function isFolder(path: string): boolean {
  return ifThere(() => Deno.statSync(path))?.isDirectory === true;
}

/** What is in a folder; nothing if there is none. */
export function entriesIn(folder: string): readonly Deno.DirEntry[] {
  return ifThere(() => [...Deno.readDirSync(folder)]) ?? [];
}

/** What is done to something that may not be there; undefined if it is not. */
export function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // A file is in the place of a folder on the way.
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
