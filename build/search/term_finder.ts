import { searchTerms, spellingsOf } from "../../src/model/search/search_words.ts";

/** By what a name is found. */
interface FoundTerms {
  readonly terms: readonly string[];
  /** How many different words it has. */
  readonly words: number;
}

/** Finds the terms of a name. */
export type TermFinder = (name: string) => FoundTerms;

/** Creates what finds terms, and looks at each name and each word once. */
export function createTermFinder(): TermFinder {
  const spell = remembering(spellingsOf);
  // The same words come again in many titles: each is one text in memory.
  const same = remembering((term) => term);
  return remembering((name) => {
    const { terms, words } = searchTerms(name, spell);
    return { terms: [...terms].map(same), words };
  });
}

function remembering<T extends object | string>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, found = make(text));
    return found;
  };
}
