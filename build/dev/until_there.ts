/** How often a file is looked for, in ms: its folder need not be there, so nothing can watch it. */
const LOOK_MS = 200;

/** Resolves when there is a file at `path`; calls `say` once where there is none yet. */
export async function untilThere(path: string, say: () => void): Promise<void> {
  if (isThere(path)) return;
  say();
  while (!isThere(path)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
