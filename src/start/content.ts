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
    throw new StartError(`Cannot start from ${path}: ${reason}`);
  }
}

/** Calls `swap` with each new pack that is renamed into place; a pack that cannot be read is told. */
export async function followContent(
  folder: string,
  log: Log,
  swap: (content: Content) => void,
): Promise<void> {
  for await (const event of Deno.watchFs(folder, { recursive: false })) {
    if (event.kind === "access" || event.kind === "remove") continue;
    if (!event.paths.some((path) => path.endsWith(`/${PACK_FILE}`))) continue;
    try {
      const content = loadContent(folder);
      swap(content);
      log.info("Serving new content", { build: content.catalog.index.build });
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error));
    }
  }
}
