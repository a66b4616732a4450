/**
 * This room writes the compiled content to the pack's files.
 *
 * @module
 */

import type { Phases, Span } from "../../src/model/pack.ts";

/** The text of an item from an instant (epoch ms) on. */
export interface Step {
  readonly from: number;
  readonly json: string;
}

/** The bodies of a pack while it is being written. */
export interface Blob {
  add(json: string): Span;
  /** Adds every step of an item that can still be seen from `publishedFrom` on. */
  addPhases(steps: readonly Step[], publishedFrom?: number): Phases;
  /** What was added so far, in order. */
  chunks(): Uint8Array[];
}

const CHUNK = 1 << 20;

/** Collects bodies in memory, in chunks that are never copied. */
export function createBlob(): Blob {
  const encoder = new TextEncoder();
  const full: Uint8Array[] = [];
  let chunk = new Uint8Array(CHUNK);
  let used = 0;
  let length = 0;
  const add = (json: string): Span => {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const most = json.length * 3;
    if (used + most > chunk.length) {
      full.push(chunk.subarray(0, used));
      chunk = new Uint8Array(Math.max(CHUNK, most));
      used = 0;
    }
    const { written } = encoder.encodeInto(json, chunk.subarray(used));
    used += written;
    length += written;
    return [length - written, written];
  };
  return {
    add,
    addPhases: (steps, from = -Infinity) => phases(add, steps, from),
    chunks: () => [...full, chunk.subarray(0, used)],
  };
}

function phases(
  add: (json: string) => Span,
  steps: readonly Step[],
  publishedFrom: number,
): Phases {
  const visible = steps.filter((_, place) => (steps[place + 1]?.from ?? Infinity) > publishedFrom);
  const [first, ...later] = visible.map(({ from, json }) =>
    [Math.max(from, publishedFrom), add(json)] as const
  );
  if (first === undefined) throw new RangeError("Cannot write an item that says nothing");
  const head = first[0] === -Infinity ? [...first[1]] : [0, 0, first[0], ...first[1]];
  return [...head, ...later.flatMap(([from, span]) => [from, ...span])];
}
