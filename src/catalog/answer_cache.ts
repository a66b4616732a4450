import type { Answer } from "../http/answer.ts";

/** How many answers are kept, and how many bytes of identity bodies they may hold together. */
const MAX_ANSWERS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Keeps the current answer of each resource and variant, and makes the next when it has run out. */
export interface AnswerCache {
  take(key: string, now: number, make: (now: number) => Answer): Answer;
}

/** The one cache of the program. Least recently made answers go first when it is full. */
export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Answer>();
  let bytes = 0;
  const drop = (key: string, answer: Answer) => {
    answers.delete(key);
    bytes -= answer.body.length;
  };
  const keep = (key: string, answer: Answer) => {
    for (const [oldest, old] of answers) {
      if (answers.size < MAX_ANSWERS && bytes + answer.body.length <= MAX_BYTES) break;
      drop(oldest, old);
    }
    answers.set(key, answer);
    bytes += answer.body.length;
  };
  return {
    take(key, now, make) {
      const known = answers.get(key);
      // A clock that was set back must not meet an answer of the future.
      if (known !== undefined && now < known.validUntil && now >= known.madeAt) return known;
      if (known !== undefined) drop(key, known);
      const answer = make(now);
      keep(key, answer);
      return answer;
    },
  };
}
