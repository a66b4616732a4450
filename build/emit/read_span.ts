import type { Span } from "../../src/model/pack.ts";

/** Reads text back from the chunks of bodies; an item is never cut between two of them. */
export function readSpan(bodies: readonly Uint8Array[], [offset, length]: Span): string {
  let start = 0;
  for (const chunk of bodies) {
    if (offset < start + chunk.length) {
      return new TextDecoder().decode(chunk.subarray(offset - start, offset - start + length));
    }
    start += chunk.length;
  }
  throw new RangeError(`Cannot read the pack at ${offset}: it ends at ${start}`);
}
