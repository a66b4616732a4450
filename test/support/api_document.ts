import { laws, type SeenAnswer } from "./laws.ts";
import type { PackIndex } from "./opening.ts";
import { assertProfiled, isProfiledPath } from "./profiled_answers.ts";

export { type SeenAnswer, seenOutcomes } from "./laws.ts";

/** Holds answers to the laws of a content, and those of profiles to their own. */
export function apiDocumentOf(index: PackIndex): { assertSays(seen: SeenAnswer): void } {
  return {
    assertSays(seen) {
      const { pathname } = new URL(`http://oshibase.test${seen.target}`);
      const isProfiled = isProfiledPath(index, pathname);
      if (isProfiled) assertProfiled(index, seen);
      else laws(index).assertSays(seen);
    },
  };
}
