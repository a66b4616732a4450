import { ifThere } from "../read/there.ts";

/**
 * Writes a file beside its place and renames it: a reader sees the old file or the new one, never a
 * mix, and a writer that is killed leaves the old one whole. Where it `isLasting`, so does a machine
 * that fails.
 */
export function writeWhole(path: string, chunks: Iterable<Uint8Array>, isLasting = true): void {
  // Process ids repeat over containers that share a folder.
  const draft = `${path}.${crypto.randomUUID()}.draft`;
  try {
    writeDraft(draft, chunks, isLasting);
    Deno.renameSync(draft, path);
  } catch (error) {
    removeIfThere(draft);
    throw error;
  }
}

function writeDraft(path: string, chunks: Iterable<Uint8Array>, isLasting: boolean): void {
  using file = Deno.openSync(path, { write: true, createNew: true });
  for (const chunk of chunks) {
    for (let done = 0; done < chunk.length;) done += file.writeSync(chunk.subarray(done));
  }
  if (isLasting) file.syncSync();
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
