import { nearest } from "../../src/toolbox/nearest.ts";
import { quote } from "./quote.ts";

/** ` Did you mean "…"?`, or nothing. */
export function suggestion(written: string, words: Iterable<string>): string {
  const word = nearest(written, words);
  return word === undefined ? "" : `. Did you mean ${quote(word)}?`;
}
