import assert from "node:assert/strict";
import fc from "fast-check";
import { makePage } from "../../build/emit/blob.ts";
import {
  createTermFinder,
  inSearchOrder,
  linkNames,
  writeItems,
  writeNames,
} from "../../build/search/write_search.ts";
import type { Span } from "../../src/model/pack.ts";
import { findTerm, findTypos, termsFrom } from "../../src/search/match_words.ts";
import { openSearchIndex, type SearchIndex } from "../../src/search/search_index.ts";
import { propertyRun } from "../support/size.ts";

const letters = fc.constantFrom("a", "b", "c");
const word = fc.string({ unit: letters, minLength: 4, maxLength: 9 });
const words = fc.array(word, { minLength: 1, maxLength: 40 });
const asked = fc.string({ unit: letters, minLength: 5, maxLength: 9 });

Deno.test("findTypos() finds just the terms that are one typo away", () => {
  fc.assert(
    fc.property(words, asked, (words, asked) => {
      const index = indexOf(words);
      const found = findTypos(index, asked).map((term) => termAt(index, term)).sort();
      const wanted = termsOf(index).filter((term) => term.length >= 4 && isOneMistake(term, asked));
      assert.deepEqual(found, wanted);
    }),
    propertyRun(500),
  );
});

Deno.test("termsFrom() and findTerm() find what begins so and what is so", () => {
  fc.assert(
    fc.property(words, fc.string({ unit: letters, maxLength: 3 }), (words, asked) => {
      const index = indexOf(words);
      const [from, until] = termsFrom(index, asked);
      const found = termsOf(index).slice(from, until);
      assert.deepEqual(found, termsOf(index).filter((term) => term.startsWith(asked)));
      for (const term of termsOf(index)) assert.equal(termAt(index, findTerm(index, term)), term);
      assert.equal(findTerm(index, `${asked}x`), -1);
    }),
    propertyRun(200),
  );
});

Deno.test("an index is read wherever its bytes lie", () => {
  const names = ["Kotone Hirabayashi", "凪", "Tsuchida Nagi"];
  for (const askew of [0, 1, 3]) {
    const index = indexOf(names, askew);
    assert.deepEqual(termsOf(index), termsOf(indexOf(names)));
    assert.equal(index.name(1), "凪");
  }
});

/** Optimal string alignment, by trying every typo there is. */
function isOneMistake(term: string, asked: string): boolean {
  if (term === asked) return true;
  for (let at = 0; at <= asked.length; at++) {
    const [before, after] = [asked.slice(0, at), asked.slice(at)];
    if (before + after.slice(1) === term) return true;
    if (before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2) === term) return true;
    for (const letter of new Set(term)) {
      if (before + letter + after === term || before + letter + after.slice(1) === term) {
        return true;
      }
    }
  }
  return false;
}

function indexOf(names: readonly string[], askew = 0): SearchIndex {
  const sources = names.map((name, place) => ({
    ...{ kind: "member" as const, id: String(place), title: name, names: [name] },
    ...{ published: -Infinity, start: NaN },
  }));
  const items = inSearchOrder(sources);
  const links = linkNames(items);
  const [page, spans] = makePage(0, (blob) => ({
    ...writeNames([...links.keys()], blob, createTermFinder()),
    ...writeItems(items, links, blob),
  }));
  const bytes = new Uint8Array(askew + page.bytes.length);
  bytes.set(page.bytes, askew);
  const at = ([offset, length]: Span) => bytes.subarray(askew + offset, askew + offset + length);
  return openSearchIndex(at, spans);
}

function termAt({ terms, termStarts }: SearchIndex, term: number): string {
  return String.fromCharCode(...terms.subarray(termStarts[term], termStarts[term + 1]));
}

function termsOf(index: SearchIndex): string[] {
  return Array.from({ length: index.termStarts.length - 1 }, (_, term) => termAt(index, term));
}
