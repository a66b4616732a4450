import type { Kv } from "../platform/kv.ts";
import { StartError } from "../platform/start_error.ts";
import { STORE_FORMAT, UNFINISHED_COPY } from "../platform/store_keys.ts";

/** The value at `STORE_FORMAT`. */
export interface StoredFormat {
  readonly format: number;
}

/** The format of stores. The number goes up when an older program would read a store wrongly. */
export const FORMAT: StoredFormat = { format: 1 };

/**
 * Refuses a store of a newer program, and one that was not copied whole.
 *
 * @throws {StartError}
 */
export async function checkFormat(kv: Kv): Promise<void> {
  const [stored, unfinished] = await kv.getMany([STORE_FORMAT, UNFINISHED_COPY]);
  if (unfinished!.version !== null) {
    throw new StartError(
      "Cannot use this store: a copy into it was not finished. With KV_PATH as the former store, run " +
        "again: deno task admin store copy <the address of this one>",
    );
  }
  const { format } = stored!.value as StoredFormat | null ?? FORMAT;
  if (format <= FORMAT.format) return;
  throw new StartError(
    `Cannot use this store: it has format ${format}, and this program knows ${FORMAT.format}; use a ` +
      `version of the program that knows format ${format}`,
  );
}
