/** Whether anything is there, be it a link that leads nowhere. */
export function exists(path: string): boolean {
  return look(() => Deno.lstatSync(path)) !== undefined;
}

/** Whether a file is there. */
export function isFile(path: string): boolean {
  return look(() => Deno.statSync(path))?.isFile === true;
}

/** Whether a folder is there. */
export function isFolder(path: string): boolean {
  return look(() => Deno.statSync(path))?.isDirectory === true;
}

function look(at: () => Deno.FileInfo): Deno.FileInfo | undefined {
  try {
    return at();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // A file is in the place of a folder on the way.
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
