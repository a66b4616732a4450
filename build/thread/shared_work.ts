import type { RenderThread } from "./render_thread.ts";
import {
  type ArticlesAnswer,
  claim,
  type Claims,
  type HashesAnswer,
  PART_SIZE,
  type SharedJob,
} from "./thread_messages.ts";

/** Things of which two threads each make some. */
export interface SharedWork<Made> {
  /** Adds so many things; returns what the other thread is told of them, and the place of the first. */
  add(count: number): SharedJob & { readonly place: number };
  /**
   * Gives what the other thread has made at a place, once, and waits for what it is making; undefined:
   * it is left to this one. Nobody waits for a thread that is slow to start.
   */
  take(place: number): Made | undefined;
}

type PartAnswers = ArticlesAnswer | HashesAnswer;
type MadeIn<Kind> = Extract<PartAnswers, { readonly kind: Kind }>["made"][number];

/** Some of them, which one of the threads makes together. */
interface Part<Made> {
  readonly claims: Claims;
  readonly place: number;
  /** As soon as they are here: none of those that are made here. */
  made?: (Made | undefined)[];
}

export function createSharedWork<Kind extends PartAnswers["kind"]>(
  kind: Kind,
  thread: RenderThread,
): SharedWork<NonNullable<MadeIn<Kind>>> {
  type Made = NonNullable<MadeIn<Kind>>;
  const parts: Part<Made>[] = [];
  const madeIn = (part: Part<Made>) => {
    if (part.made === undefined && claim(part.claims, part.place)) part.made = [];
    while (part.made === undefined) {
      const answer: PartAnswers = thread.next(kind);
      parts[answer.part]!.made = [...answer.made] as (Made | undefined)[];
    }
    return part.made;
  };
  return {
    add(count) {
      const first = parts.length;
      const length = Math.ceil(count / PART_SIZE);
      const claims: Claims = new Int32Array(new SharedArrayBuffer(4 * length));
      for (let place = 0; place < length; place++) parts.push({ claims, place });
      return { claims, first, place: first * PART_SIZE };
    },
    take(place) {
      const made = madeIn(parts[Math.floor(place / PART_SIZE)]!);
      const one = made[place % PART_SIZE];
      // Hardly anything is asked for again, and all of it takes much memory.
      made[place % PART_SIZE] = undefined;
      return one;
    },
  };
}
