import { createFormTokens } from "./form_tokens.ts";
import { createKeyPages } from "./key_pages.ts";
import { createLetterCounts } from "./letter_counts.ts";
import { createLinks } from "./links.ts";
import type { KeyPagesDeps } from "./page_request.ts";
import { rotateByKey } from "./rotate_own.ts";

/** The dependencies that sign-up does not make for itself. */
export type GivenDeps = Omit<KeyPagesDeps, "links" | "letters" | "forms">;

/** Puts sign-up together: its pages, and rotation by keys. */
export function createSignup(given: GivenDeps) {
  const { store, commandDeps: { clock, random } } = given;
  const env = { ...store, clock, random };
  const deps: KeyPagesDeps = {
    ...given,
    links: createLinks(env),
    letters: createLetterCounts(env),
    forms: createFormTokens(env),
  };
  return {
    pages: createKeyPages(deps),
    rotate: (...asked: [Parameters<typeof rotateByKey>[1], Parameters<typeof rotateByKey>[2]]) =>
      rotateByKey(deps, ...asked),
  };
}
