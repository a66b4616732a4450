import { PAGE_SPACE, type Span } from "../../src/model/pack.ts";

/** Reads text back from the pages of a pack. */
export function readSpan(pages: readonly Uint8Array[], [address, length]: Span): string {
  const number = Math.floor(address / PAGE_SPACE);
  const page = pages[number];
  if (page === undefined) throw new RangeError(`Cannot read page ${number}: there is none`);
  const start = address - number * PAGE_SPACE;
  return new TextDecoder().decode(page.subarray(start, start + length));
}
