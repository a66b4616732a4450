import { type Content, openContent } from "../catalog/content.ts";
import { PACK_FILE } from "../model/pack.ts";
import type { Log } from "../platform/log.ts";
import { StartError } from "./start_error.ts";

/**
 * Reads the pack in `folder`.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export function loadContent(folder: string): Content {
  const path = `${folder}/${PACK_FILE}`;
  try {
    return openContent(Deno.readFileSync(path));
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "there is none; run `deno task build` first"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new StartError(`Cannot serve ${path}: ${reason}`);
  }
}

/**
 * Calls `swap` with each new pack that is renamed into place; a pack that cannot be read is told.
 * The returned function ends it.
 */
export function followContent(
  folder: string,
  log: Log,
  swap: (content: Content) => void,
): () => void {
  const watcher = Deno.watchFs(folder, { recursive: false });
  // One renaming is told several times.
  let served: string | undefined;
  const follow = async () => {
    for await (const { kind, paths } of watcher) {
      if (kind === "access" || kind === "remove") continue;
      if (!paths.some((path) => path.endsWith(`/${PACK_FILE}`))) continue;
      served = reload(folder, log, swap, served) ?? served;
    }
  };
  follow();
  return () => watcher.close();
}

/** Swaps in what lies there, unless it is `served` already; returns which build that is. */
function reload(
  folder: string,
  log: Log,
  swap: (content: Content) => void,
  served: string | undefined,
): string | undefined {
  try {
    const content = loadContent(folder);
    const { build } = content.catalog.index;
    if (build === served) return build;
    swap(content);
    log.info("Serving new content", { build });
    return build;
  } catch (error) {
    log.warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
