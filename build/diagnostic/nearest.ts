import { nearest } from "../../src/toolbox/nearest.ts";
import { quote } from "./quote.ts";

/** The word that must be meant: the only one that is close to what was written. */
export function onlyNearest(written: string, words: Iterable<string>): string | undefined {
  const all = [...new Set(words)];
  const best = nearest(written, all);
  const isOnly = nearest(written, all.filter((word) => word !== best)) === undefined;
  return isOnly ? best : undefined;
}

/** ` Did you mean "…"?`, or nothing. */
export function suggestion(written: string, words: Iterable<string>): string {
  const word = nearest(written, words);
  return word === undefined ? "" : `. Did you mean ${quote(word)}?`;
}
