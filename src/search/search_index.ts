/**
 * This room finds items by words, in the index that the build made.
 *
 * @module
 */

import type { SearchItem, SearchSpans, Span } from "../model/pack.ts";

/** The numbers and letters of a {@linkcode SearchSpans}, as they lie in the pack. */
export interface SearchIndex {
  readonly terms: Uint16Array;
  readonly termStarts: Uint32Array;
  readonly backwards: Uint32Array;
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
  readonly nameWords: Uint8Array;
  readonly links: Uint32Array;
  readonly linkStarts: Uint32Array;
  readonly kinds: Uint8Array;
  readonly same: Uint32Array;
  readonly published: Float64Array;
  readonly starts: Float64Array;
  readonly titles: Uint32Array;
  /** The text of a name, by its number. */
  name(place: number): string;
  /** An item, by its number. */
  item(place: number): SearchItem;
}

/** Finds the bytes of a span. */
export type BytesAt = (span: Span) => Uint8Array;

/** Opens an index: it looks at the bytes where they lie, and reads none of them. */
export function openSearchIndex(bytes: BytesAt, spans: SearchSpans): SearchIndex {
  const shorts = (span: Span) => new Uint16Array(...placeOf(bytes(span), 2));
  const words = (span: Span) => new Uint32Array(...placeOf(bytes(span), 4));
  const doubles = (span: Span) => new Float64Array(...placeOf(bytes(span), 8));
  const name = textsAt(bytes(spans.names), words(spans.nameStarts));
  const item = textsAt(bytes(spans.items), words(spans.itemStarts));
  return {
    terms: shorts(spans.terms),
    termStarts: words(spans.termStarts),
    backwards: words(spans.backwards),
    postings: words(spans.postings),
    postingStarts: words(spans.postingStarts),
    nameWords: bytes(spans.nameWords),
    links: words(spans.links),
    linkStarts: words(spans.linkStarts),
    kinds: bytes(spans.kinds),
    same: words(spans.same),
    published: doubles(spans.published),
    starts: doubles(spans.starts),
    titles: words(spans.titles),
    name,
    item: (place) => JSON.parse(item(place)),
  };
}

/** Where an array over these bytes lies. Bytes that a pack within another buffer has put askew are copied. */
function placeOf(bytes: Uint8Array, size: number): [ArrayBufferLike, number, number] {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  return [buffer, byteOffset, byteLength / size];
}

const decoder = new TextDecoder();

function textsAt(bytes: Uint8Array, starts: Uint32Array): (place: number) => string {
  return (place) => decoder.decode(bytes.subarray(starts[place], starts[place + 1]));
}
