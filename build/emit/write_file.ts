import { ifThere } from "../read/there.ts";

/**
 * Writes a file beside its place and renames it: a reader sees the old file or the new one, never a
 * mix, and a writer that is killed leaves the old one whole. Where it `isLasting`, so does a machine
 * that fails.
 */
export function writeWhole(path: string, chunks: readonly Uint8Array[], isLasting = true): void {
  const draft = draftOf(path);
  try {
    const file = writeDraft(draft, chunks);
    try {
      if (isLasting) file.syncSync();
    } finally {
      file.close();
    }
    Deno.renameSync(draft, path);
  } catch (error) {
    removeIfThere(draft);
    throw error;
  }
}

/** A file that is written, and not in its place yet. */
export interface FileDraft {
  /** Puts it in its place, as soon as it is lasting. */
  place(): Promise<void>;
  /** Removes it where it is not in its place. */
  remove(): void;
}

/** Writes a file beside its place, as {@linkcode writeWhole} does; what makes it lasting goes on behind the call. */
export function draftFile(
  path: string,
  chunks: Iterable<Uint8Array>,
  isLasting: boolean,
): FileDraft {
  const draft = draftOf(path);
  const remove = () => removeIfThere(draft);
  try {
    const file = writeDraft(draft, chunks);
    const settled = isLasting ? file.sync() : Promise.resolve();
    const closed = settled.finally(() => file.close());
    // place() awaits `closed` and reports its failure.
    closed.catch(() => {});
    const place = async () => {
      await closed;
      Deno.renameSync(draft, path);
    };
    return { place, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Process ids repeat over containers that share a folder. */
function draftOf(path: string): string {
  return `${path}.${crypto.randomUUID()}.draft`;
}

function writeDraft(path: string, chunks: Iterable<Uint8Array>): Deno.FsFile {
  const file = Deno.openSync(path, { write: true, createNew: true });
  try {
    for (const chunk of chunks) writeAll(file, chunk);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
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
