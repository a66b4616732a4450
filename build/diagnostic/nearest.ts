import { allNearest, nearest } from "../../src/toolbox/nearest.ts";
import { quote } from "./quote.ts";
import { say } from "../words/say.ts";

/** The word that must be meant: no other one is as close to what was written. */
export function onlyNearest(written: string, words: Iterable<string>): string | undefined {
  const [best, other] = allNearest(written, new Set(words));
  return other === undefined ? best : undefined;
}

/** ` Did you mean "…"?`, or nothing. */
export function suggestion(written: string, words: Iterable<string>): string {
  const word = nearest(written, words);
  return word === undefined ? "" : say`. Did you mean ${quote(word)}?`;
}
