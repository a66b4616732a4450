import { PAGE_SPACE, pageAddress, type Span } from "../../src/model/pack.ts";

/** Reads text back from the pages of a pack. */
export function readSpan(pages: readonly Uint8Array[], span: Span): string {
  return readSpanOf((number) => pages[number], span);
}

/** Does so where pages are found by their numbers. */
export function readSpanOf(
  pageOf: (number: number) => Uint8Array | undefined,
  [address, length]: Span,
): string {
  const number = numberOfPage(address);
  const page = pageOf(number);
  if (page === undefined) throw new RangeError(`Cannot read page ${number}: there is none`);
  const start = address - pageAddress(number);
  return new TextDecoder().decode(page.subarray(start, start + length));
}

/** The page in which an address lies. */
export function numberOfPage(address: number): number {
  return Math.floor(address / PAGE_SPACE);
}
