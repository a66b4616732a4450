import type { Answer } from "../http/answer.ts";

/** How many answers are kept, and how many bytes of keys and identity bodies they may hold together. */
const MAX_ANSWERS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Keeps the current answer of each resource and variant, and makes the next when it has run out. */
export interface AnswerCache {
  /**
   * The answer that holds at `now` (epoch ms) and was made of this `version` of whatever else it
   * depends on.
   */
  take(key: string, version: string, now: number, make: () => Answer): Answer;
}

interface Kept {
  readonly answer: Answer;
  readonly version: string;
}

/** The one cache of the program. Least recently made answers go first when it is full. */
export function createAnswerCache(): AnswerCache {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string, { answer }: Kept) => {
    kept.delete(key);
    bytes -= sizeOf(key, answer);
  };
  const keep = (key: string, made: Kept) => {
    const length = sizeOf(key, made.answer);
    for (const [oldest, old] of kept) {
      if (kept.size < MAX_ANSWERS && bytes + length <= MAX_BYTES) break;
      drop(oldest, old);
    }
    kept.set(key, made);
    bytes += length;
  };
  return {
    take(key, version, now, make) {
      const known = kept.get(key);
      if (known !== undefined && holds(known, version, now)) return known.answer;
      if (known !== undefined) drop(key, known);
      const answer = make();
      keep(key, { answer, version });
      return answer;
    },
  };
}

/** A key holds what the caller looked for: up to 8 KB, of two bytes a letter. */
function sizeOf(key: string, { body }: Answer): number {
  return 2 * key.length + body.length;
}

/** A clock that was set back must not meet an answer of the future. */
function holds(kept: Kept, version: string, now: number): boolean {
  const { madeAt, validUntil } = kept.answer;
  return now < validUntil && now >= madeAt && kept.version === version;
}
