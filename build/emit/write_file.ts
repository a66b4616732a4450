/**
 * Writes a file beside its place and renames it: a reader sees the old file or the new one, never a
 * mix, and a writer that is killed leaves the old one whole.
 */
export function writeWhole(path: string, chunks: readonly Uint8Array[]): void {
  const draft = `${path}.${Deno.pid}.draft`;
  try {
    using file = Deno.openSync(draft, { write: true, create: true, truncate: true });
    for (const chunk of chunks) writeAll(file, chunk);
    file.syncSync();
  } catch (error) {
    removeIfThere(draft);
    throw error;
  }
  Deno.renameSync(draft, path);
}

/** A draft this old (ms) has no writer any more. */
const ABANDONED_MS = 600_000;

/** Removes the drafts that killed writers have left in a folder. */
export function sweepDrafts(folder: string, now: number): void {
  for (const { name } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (!name.endsWith(".draft")) continue;
    const changedAt = Deno.statSync(path).mtime?.getTime() ?? now;
    if (now - changedAt > ABANDONED_MS) removeIfThere(path);
  }
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
