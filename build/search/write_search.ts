import { SEARCH_KINDS } from "../../src/model/enums.ts";
import {
  MIN_TYPO_LENGTH,
  type SearchItem,
  type SearchSpans,
  type Span,
} from "../../src/model/pack.ts";
import type { Blob } from "../emit/blob.ts";
import type { SearchSource } from "./songs.ts";
import { searchTerms, spellingsOf } from "../../src/model/search/search_words.ts";

/** What the index says of names alone, and of the items that are called so. */
export type NameSpans = Pick<
  SearchSpans,
  | ("terms" | "termStarts" | "backwards" | "postings" | "postingStarts")
  | ("names" | "nameStarts" | "nameWords")
>;
export type ItemSpans = Omit<SearchSpans, keyof NameSpans>;

/** Writes all that depends on names and their order alone; `findTerms` may know names from before. */
export function writeNames(names: readonly string[], blob: Blob, findTerms: TermFinder): NameSpans {
  const nameWords: number[] = [];
  const postings = new Map<string, number[]>();
  names.forEach((name, place) => {
    const { terms, words } = findTerms(name);
    nameWords.push(Math.min(words, 255));
    for (const term of terms) appendTo(postings, term, place);
  });
  const terms = [...postings.keys()].sort();
  const posted = addLists(blob, terms.map((term) => postings.get(term)!));
  const termTexts = addTexts(blob, terms, codeUnits);
  const nameTexts = addTexts(blob, names, utf8);
  return {
    terms: termTexts.all,
    termStarts: termTexts.starts,
    backwards: addArray(blob, backwards(terms)),
    postings: posted.all,
    postingStarts: posted.starts,
    names: nameTexts.all,
    nameStarts: nameTexts.starts,
    nameWords: addArray(blob, Uint8Array.from(nameWords)),
  };
}

/** Writes the items, in the order given; `links` has all their names. */
export function writeItems(
  items: readonly SearchSource[],
  links: NameLinks,
  blob: Blob,
): ItemSpans {
  const places = new Map([...links.keys()].map((name, place) => [name, place]));
  const add = (array: NumberArray) => addArray(blob, array);
  const linked = addLists(blob, [...links.values()]);
  const itemTexts = addTexts(blob, items.map((item) => itemJson(item, places)), utf8);
  return {
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

/** The order of items in the index. */
export function inSearchOrder(sources: readonly SearchSource[]): readonly SearchSource[] {
  return sources.toSorted(byKindAndTime);
}

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** What has no time keeps its order. */
function byKindAndTime(one: SearchSource, other: SearchSource): number {
  return SEARCH_KINDS.indexOf(one.kind) - SEARCH_KINDS.indexOf(other.kind) ||
    one.start - other.start || 0;
}

/** Each name, with the links to the items that are called so. */
type NameLinks = ReadonlyMap<string, readonly number[]>;

/** Finds the names of items, in the order in which they first come. */
export function linkNames(items: readonly SearchSource[]): NameLinks {
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

/** Items of one kind are next to each other. */
function firstOfEach(items: readonly SearchSource[]): Uint32Array {
  const all = new Uint32Array(items.length);
  let firsts = new Map<string, number>();
  items.forEach(({ kind, id }, place) => {
    if (kind !== items[place - 1]?.kind) firsts = new Map();
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, place);
    all[place] = first ?? place;
  });
  return all;
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

function addArray(blob: Blob, array: NumberArray): Span {
  return blob.addBytes(bytesOf(array));
}

/** Lists one behind the other, and where each begins. */
function addLists(blob: Blob, lists: readonly (readonly number[])[]): { all: Span; starts: Span } {
  return {
    all: addArray(blob, Uint32Array.from(lists.flat())),
    starts: addArray(blob, startsOf(lists)),
  };
}

/** Texts one behind the other, and where each begins. */
interface JoinedTexts {
  readonly units: NumberArray;
  readonly starts: Uint32Array;
}

function addTexts(
  blob: Blob,
  texts: readonly string[],
  join: (texts: readonly string[]) => JoinedTexts,
): { all: Span; starts: Span } {
  const { units, starts } = join(texts);
  return { all: addArray(blob, units), starts: addArray(blob, starts) };
}

function codeUnits(texts: readonly string[]): JoinedTexts {
  const joined = texts.join("");
  const units = new Uint16Array(joined.length);
  for (let place = 0; place < joined.length; place++) units[place] = joined.charCodeAt(place);
  return { units, starts: startsOf(texts) };
}

const encoder = new TextEncoder();

function utf8(texts: readonly string[]): JoinedTexts {
  const lengths = startsOf(texts);
  // UTF-8 takes at most three bytes for each UTF-16 unit.
  const units = new Uint8Array(3 * lengths.at(-1)!);
  const { written } = encoder.encodeInto(texts.join(""), units);
  // Plain letters take one byte each.
  if (written === lengths.at(-1)) return { units: units.subarray(0, written), starts: lengths };
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, place) => {
    const start = starts[place]!;
    starts[place + 1] = start + encoder.encodeInto(text, units.subarray(start)).written;
  });
  return { units: units.subarray(0, starts.at(-1)), starts };
}

function startsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, place) => starts[place + 1] = starts[place]! + length);
  return starts;
}

/** The bytes of an array on a machine that has the low byte first, as all that run this do. */
function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

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
