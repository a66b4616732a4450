/** Bytes of a file, or how many are left out: a hole, which takes no time to write. */
export type FileChunk = Uint8Array | number;

/**
 * Writes a file beside its place and renames it: a reader sees the old file or the new one, never a
 * mix, and a writer that is killed leaves the old one whole. Where it `isLasting`, so does a machine
 * that fails.
 */
export function writeWhole(path: string, chunks: readonly FileChunk[], isLasting = true): void {
  using draft = draftFile(path, chunks, isLasting);
  draft.place();
}

/** A file that is written, and not in its place yet. Disposed of, it is removed. */
export interface FileDraft extends Disposable {
  /** Puts it in its place. */
  place(): void;
}

/** Writes a file beside its place, as {@linkcode writeWhole} does. */
export function draftFile(path: string, chunks: readonly FileChunk[], isLasting = true): FileDraft {
  // Process ids repeat over containers that share a folder.
  const draft = `${path}.${crypto.randomUUID()}.draft`;
  const remove = () => removeIfThere(draft);
  try {
    writeDraft(draft, chunks, isLasting);
  } catch (error) {
    remove();
    throw error;
  }
  return { place: () => Deno.renameSync(draft, path), [Symbol.dispose]: remove };
}

function writeDraft(path: string, chunks: readonly FileChunk[], isLasting: boolean): void {
  using file = Deno.openSync(path, { write: true, createNew: true });
  for (const chunk of chunks) {
    if (typeof chunk === "number") file.seekSync(chunk, Deno.SeekMode.Current);
    else writeAll(file, chunk);
  }
  if (isLasting) file.syncSync();
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}

/** A draft this old (ms) has no writer any more. */
const ABANDONED_MS = 600_000;

/** Removes the drafts that killed writers have left in a folder. */
export function sweepDrafts(folder: string, now: number): void {
  for (const { name } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (name.endsWith(".draft") && now - changedAt(path, now) > ABANDONED_MS) removeIfThere(path);
  }
}

/** When a file was last written, in epoch ms; `now` where its writer has just renamed it away. */
function changedAt(path: string, now: number): number {
  return ifThere(() => Deno.statSync(path).mtime?.getTime()) ?? now;
}

function removeIfThere(path: string): void {
  ifThere(() => Deno.removeSync(path));
}

function ifThere<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
