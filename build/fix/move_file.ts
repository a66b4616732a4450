import type { FileMove } from "../diagnostic/diagnostic.ts";

/** Moves a file or folder, unless it is gone or its new place is taken; returns whether it did. */
export function moveFile({ from, to }: FileMove): boolean {
  const [moved, taken] = [identify(from), identify(to)];
  // Where case makes no difference, a file stands in the way of itself.
  if (moved === undefined || (taken !== undefined && taken !== moved)) return false;
  Deno.renameSync(from, to);
  return true;
}

/** Removes a folder and those in it where no file is left in them; else nothing. */
export function removeEmpty(folder: string): void {
  if (isEmpty(folder)) Deno.removeSync(folder, { recursive: true });
}

function isEmpty(folder: string): boolean {
  return [...Deno.readDirSync(folder)].every(({ name, isDirectory }) =>
    isDirectory && isEmpty(`${folder}/${name}`)
  );
}

function identify(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.lstatSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
