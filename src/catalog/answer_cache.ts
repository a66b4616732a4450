import type { Answer } from "../http/answer.ts";

/** How many answers are kept, and how many bytes of keys and identity bodies they may hold together. */
const MAX_ANSWERS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly answer: Answer;
  readonly version: string;
}

/**
 * The current answer of each resource and variant, for all requests of one content. When the cache is
 * full, the least recently made answers go first.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /**
   * The answer that holds at `now` (epoch ms) and was made of this `version` of whatever else it
   * depends on; `make` makes the next one when it has run out.
   */
  take(key: string, version: string, now: number, make: () => Answer): Answer {
    const known = this.#kept.get(key);
    if (known !== undefined && holds(known, version, now)) return known.answer;
    if (known !== undefined) this.#drop(key, known);
    const answer = make();
    this.#keep(key, { answer, version });
    return answer;
  }

  #drop(key: string, { answer }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, answer);
  }

  #keep(key: string, made: Kept): void {
    const size = sizeOf(key, made.answer);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size < MAX_ANSWERS && this.#bytes + size <= MAX_BYTES) break;
      this.#drop(oldest, old);
    }
    this.#kept.set(key, made);
    this.#bytes += size;
  }
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
