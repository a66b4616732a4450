/** The loads that have not happened yet. */
const waiting = new Set<() => Promise<unknown>>();

/**
 * Loads something with its first use: `lazily(() => import("./panel.ts"))`. Once loaded it is kept; a
 * load that failed is tried again with the next use.
 *
 * A module can be loaded only as long as its file is as it was when the process started: the runtime
 * asks for permission to read one that changed. {@linkcode loadWaiting} loads it before that.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;

  async function loadOnce(): Promise<T> {
    try {
      const loaded = await load();
      waiting.delete(use);
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  const use = () => loading ??= loadOnce();
  waiting.add(use);
  return use;
}

/**
 * Loads what waits for its first use, one after the other; `pause` resolves when others have worked.
 * `failed` receives the error of each load that fails.
 */
export async function loadWaiting(
  pause: () => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  // What a module that is loaded here declares is loaded, too: a set is iterated to its present end.
  for (const load of waiting) {
    await pause();
    await load().catch(failed);
  }
}
