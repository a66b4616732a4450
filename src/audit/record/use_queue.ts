import type { NewEntry } from "../entries/people.ts";
import { entryBytes } from "./chunk.ts";

interface QueuedUse {
  readonly entry: NewEntry;
  readonly bytes: number;
  /** Lets the answer go; null where no answer waits. */
  release: (() => void) | null;
}

/** What one commit takes. */
export interface BatchBounds {
  readonly bytes: number;
  /** Different tokens. */
  readonly subjects: number;
}

/** Uses in memory that are not on record yet. */
export interface UseQueue {
  /** All uses, those of the commit in flight included. */
  readonly size: number;
  /** Uses that no answer waits for, without those in flight. */
  readonly buffered: number;
  /** Adds a use; `waits`: resolves once the use is on record or its answer is released. */
  add(entry: NewEntry, waits: boolean): Promise<void> | void;
  /** Puts the next commit's uses in flight, awaited ones first, and returns them. */
  takeBatch(most: BatchBounds): NewEntry[];
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
    add(entry, waits) {
      const use: QueuedUse = { entry, bytes: entryBytes(entry), release: null };
      if (!waits) return void buffered.push(use);
      awaited.push(use);
      return new Promise((resolve) => use.release = resolve);
    },
    takeBatch(most) {
      const room: Room = { bytes: most.bytes, most: most.subjects, subjects: new Set() };
      const first = awaited.splice(0, countFitting(awaited, room));
      inFlight = [...first, ...buffered.splice(0, countFitting(buffered, room))];
      return inFlight.map(({ entry }) => entry);
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

interface Room {
  bytes: number;
  readonly most: number;
  readonly subjects: Set<string | null>;
}

/** How many of the first uses there is room for; it is taken. */
function countFitting(uses: readonly QueuedUse[], room: Room): number {
  let count = 0;
  for (const { entry: { subject }, bytes } of uses) {
    const isFull = room.subjects.size === room.most && !room.subjects.has(subject);
    if (bytes > room.bytes || isFull) break;
    room.bytes -= bytes;
    room.subjects.add(subject);
    count++;
  }
  return count;
}

function release(uses: readonly QueuedUse[]): void {
  for (const use of uses) {
    use.release?.();
    use.release = null;
  }
}
