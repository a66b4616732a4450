/**
 * This room finds items by words, in the index that the build made.
 *
 * @module
 */

import type { SearchItem, SearchSpans, Span } from "../model/pack.ts";

/** Finds the bytes of a span. */
export type BytesAt = (span: Span) => Uint8Array;

/** The numbers and letters of a {@linkcode SearchSpans}, as they are in the pack. */
export type SearchIndex = ReturnType<typeof openSearchIndex>;

/** Opens an index in place: it reads none of the bytes. */
export function openSearchIndex(bytes: BytesAt, spans: SearchSpans) {
  const shorts = (span: Span) => new Uint16Array(...rangeOf(bytes(span), 2));
  const words = (span: Span) => new Uint32Array(...rangeOf(bytes(span), 4));
  const doubles = (span: Span) => new Float64Array(...rangeOf(bytes(span), 8));
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
    /** The text of a name, by its number. */
    name,
    /** An item, by its number. */
    item: (number: number): SearchItem => JSON.parse(item(number)),
  };
}

/** Where an array over these bytes is. Bytes that are not aligned, in a pack within a buffer, are copied. */
function rangeOf(bytes: Uint8Array, size: number): [ArrayBufferLike, number, number] {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  return [buffer, byteOffset, byteLength / size];
}

const decoder = new TextDecoder();

function textsAt(bytes: Uint8Array, starts: Uint32Array): (number: number) => string {
  return (number) => decoder.decode(bytes.subarray(starts[number], starts[number + 1]));
}
