import type { Kv } from "../platform/kv.ts";
import { StartError } from "../platform/start_error.ts";
import { STORE_FORMAT } from "../platform/store_keys.ts";

/** The format of a store that names none: what administrators do is not on record there. */
const UNNAMED_FORMAT = 1;
/** The format that this program gives an empty store, and raises others to. It reads the one before too. */
export const NEWEST_FORMAT = 2;
/** The first format whose record takes entries of administrators. */
export const ADMIN_ENTRIES_FORMAT = 2;

/** The value at `STORE_FORMAT`. */
export interface StoredFormat {
  readonly format: number;
}

/** The format that a stored value names. */
export function formatOf(value: StoredFormat | null): number {
  return value?.format ?? UNNAMED_FORMAT;
}

/** The format of a store. */
export async function readFormat(kv: Kv): Promise<number> {
  return formatOf((await kv.get<StoredFormat>(STORE_FORMAT)).value);
}

/** Why this program cannot use a store of this format; undefined where it can. */
export function formatProblem(format: number): string | undefined {
  if (format >= NEWEST_FORMAT - 1 && format <= NEWEST_FORMAT) return undefined;
  return `it has format ${format}, and this program knows ${
    NEWEST_FORMAT - 1
  } and ${NEWEST_FORMAT}; ` +
    `use a version of the program that knows format ${format}`;
}

/**
 * The format of a store that is to be used.
 *
 * @throws {StartError} where this program does not know it
 */
export async function checkFormat(kv: Kv): Promise<number> {
  const format = await readFormat(kv);
  const problem = formatProblem(format);
  if (problem !== undefined) throw new StartError(`Cannot use this store: ${problem}`);
  return format;
}
