import { isFile } from "../read/there.ts";

/** How often a file is looked for, in ms: its folder need not be there, so nothing can watch it. */
const LOOK_MS = 200;

/** Resolves when there is a file at `path`; calls `say` once where there is none yet. */
export async function untilThere(path: string, say: () => void): Promise<void> {
  if (isFile(path)) return;
  say();
  while (!isFile(path)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
