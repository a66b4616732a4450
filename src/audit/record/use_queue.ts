import { lineBytes } from "./chunk.ts";

interface QueuedUse {
  readonly text: string;
  readonly bytes: number;
  /** Lets the answer go; null where no answer waits. */
  release: (() => void) | null;
}

/** Uses in memory that are not on record yet. */
export interface UseQueue {
  /** All uses, those of the commit in flight included. */
  readonly size: number;
  /** Uses that no answer waits for, without those in flight. */
  readonly buffered: number;
  /** Adds a use; `waits`: resolves once the use is on record or its answer is released. */
  add(text: string, waits: boolean): Promise<void> | void;
  /** Puts the next commit's uses in flight, awaited ones first, and returns their texts. */
  takeBatch(maxBytes: number): string[];
  /** Releases all answers; their uses stay. */
  releaseAnswers(): void;
  /** Drops the uses in flight, which are on record, and returns how many they were. */
  committed(): number;
}

/** Creates an empty queue. */
export function createUseQueue(): UseQueue {
  let awaited: QueuedUse[] = [];
  let buffered: QueuedUse[] = [];
  let inFlight: QueuedUse[] = [];
  return {
    get size() {
      return awaited.length + buffered.length + inFlight.length;
    },
    get buffered() {
      return buffered.length;
    },
    add(text, waits) {
      const use: QueuedUse = { text, bytes: lineBytes(text), release: null };
      if (!waits) return void buffered.push(use);
      awaited.push(use);
      return new Promise((resolve) => use.release = resolve);
    },
    takeBatch(maxBytes) {
      const first = countFitting(awaited, maxBytes);
      const then = countFitting(buffered, maxBytes - first.bytes);
      inFlight = [...awaited.splice(0, first.count), ...buffered.splice(0, then.count)];
      return inFlight.map(({ text }) => text);
    },
    releaseAnswers() {
      release(inFlight);
      release(awaited);
      buffered = [...buffered, ...awaited];
      awaited = [];
    },
    committed() {
      const { length } = inFlight;
      release(inFlight);
      inFlight = [];
      return length;
    },
  };
}

function countFitting(uses: readonly QueuedUse[], maxBytes: number) {
  let count = 0;
  let bytes = 0;
  while (count < uses.length && bytes + uses[count]!.bytes <= maxBytes) {
    bytes += uses[count++]!.bytes;
  }
  return { count, bytes };
}

function release(uses: readonly QueuedUse[]): void {
  for (const use of uses) {
    use.release?.();
    use.release = null;
  }
}
