import type { Phases, Span } from "../../src/model/pack.ts";

/** What an item says from an instant (epoch ms) on. */
export interface Step {
  readonly from: number;
  readonly json: string;
}

/** The bodies of a pack while it is being written. */
export interface Blob {
  add(json: string): Span;
  /** Adds every step of an item that can still be seen from `publishedFrom` on. */
  addPhases(steps: readonly Step[], publishedFrom?: number): Phases;
  bytes(): Uint8Array;
}

/** Collects bodies in memory that doubles when it is full. */
export function createBlob(): Blob {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(1 << 20);
  let length = 0;
  const add = (json: string): Span => {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    if (length + json.length * 3 > bytes.length) bytes = grown(bytes, length + json.length * 3);
    const { written } = encoder.encodeInto(json, bytes.subarray(length));
    length += written;
    return [length - written, written];
  };
  return {
    add,
    addPhases: (steps, from = -Infinity) => phases(add, steps, from),
    bytes: () => bytes.subarray(0, length),
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

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(bytes.length * 2, least));
  larger.set(bytes);
  return larger;
}
