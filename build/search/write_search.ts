import { SEARCH_KINDS } from "../../src/model/enums.ts";
import {
  MIN_TYPO_LENGTH,
  type SearchItem,
  type SearchSpans,
} from "../../src/model/search/search_layout.ts";
import { searchTerms } from "../../src/model/search/search_words.ts";
import type { Blob } from "../emit/blob.ts";
import type { SearchSource } from "./search_source.ts";

/** Writes the index of what can be found into the blob. */
export function writeSearch(sources: readonly SearchSource[], blob: Blob): SearchSpans {
  const items = sources.toSorted(byKindAndTime);
  const names = linkNames(items);
  const places = new Map([...names.keys()].map((name, place) => [name, place]));
  const nameWords: number[] = [];
  const postings = new Map<string, number[]>();
  for (const [name, place] of places) {
    const { terms, words } = searchTerms(name);
    nameWords.push(Math.min(words, 255));
    for (const term of terms) appendTo(postings, term, place);
  }
  const terms = [...postings.keys()].sort();
  const add = (array: NumberArray) => blob.addBytes(bytesOf(array));
  const listed = (lists: readonly (readonly number[])[]) => ({
    all: add(Uint32Array.from(lists.flat())),
    starts: add(startsOf(lists)),
  });
  const posted = listed(terms.map((term) => postings.get(term)!));
  const linked = listed([...names.values()]);
  const termTexts = addTexts(blob, terms, codeUnits);
  const nameTexts = addTexts(blob, [...names.keys()], utf8);
  const itemTexts = addTexts(blob, items.map((item) => itemJson(item, places)), utf8);
  return {
    terms: termTexts.all,
    termStarts: termTexts.starts,
    backwards: add(backwards(terms)),
    postings: posted.all,
    postingStarts: posted.starts,
    names: nameTexts.all,
    nameStarts: nameTexts.starts,
    nameWords: add(Uint8Array.from(nameWords)),
    links: linked.all,
    linkStarts: linked.starts,
    kinds: add(Uint8Array.from(items, ({ kind }) => SEARCH_KINDS.indexOf(kind))),
    same: add(firstOfEach(items)),
    published: add(Float64Array.from(items, ({ published }) => published)),
    starts: add(Float64Array.from(items, ({ start }) => start)),
    titles: add(Uint32Array.from(items, ({ title }) => places.get(title)!)),
    items: itemTexts.all,
    itemStarts: itemTexts.starts,
  };
}

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** What has no time keeps its order. */
function byKindAndTime(one: SearchSource, other: SearchSource): number {
  return SEARCH_KINDS.indexOf(one.kind) - SEARCH_KINDS.indexOf(other.kind) ||
    one.start - other.start || 0;
}

/** Each name, with the links to the items that are called so. */
function linkNames(items: readonly SearchSource[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  items.forEach(({ names: own, partOf }, item) => {
    for (const name of own) appendTo(names, name, 2 * item);
    if (partOf !== undefined && !own.includes(partOf)) appendTo(names, partOf, 2 * item + 1);
  });
  return names;
}

function appendTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function firstOfEach(items: readonly SearchSource[]): Uint32Array {
  const firsts = new Map<string, number>();
  return Uint32Array.from(items, ({ kind, id }, place) => {
    const key = `${kind}/${id}`;
    const first = firsts.get(key) ?? place;
    firsts.set(key, first);
    return first;
  });
}

function itemJson({ id, setlists }: SearchSource, places: Map<string, number>): string {
  const known = setlists?.map((name) => places.get(name)!);
  const item: SearchItem = { id, ...(known !== undefined && { setlists: known }) };
  return JSON.stringify(item);
}

function backwards(terms: readonly string[]): Uint32Array {
  const reversed = terms.map((term, place) => ({
    place,
    text: term.split("").toReversed().join(""),
  }))
    .filter(({ place }) => terms[place]!.length >= MIN_TYPO_LENGTH - 1)
    .sort((one, other) => one.text < other.text ? -1 : one.text > other.text ? 1 : 0);
  return Uint32Array.from(reversed, ({ place }) => place);
}

function addTexts(
  blob: Blob,
  texts: readonly string[],
  unitsOf: (text: string) => NumberArray,
): { all: SearchSpans["terms"]; starts: SearchSpans["terms"] } {
  const ends = [0];
  for (const text of texts) ends.push(ends.at(-1)! + unitsOf(text).length);
  return {
    all: blob.addBytes(bytesOf(unitsOf(texts.join("")))),
    starts: blob.addBytes(bytesOf(Uint32Array.from(ends))),
  };
}

function codeUnits(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, place) => text.charCodeAt(place));
}

const encoder = new TextEncoder();

function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

function startsOf(lists: readonly (readonly number[])[]): Uint32Array {
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  return Uint32Array.from(starts);
}

/** The bytes of an array on a machine that has the low byte first, as all that run this do. */
function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
