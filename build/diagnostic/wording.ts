import { allNearest, nearest } from "../../src/toolbox/nearest.ts";
import { phrase, type Words } from "../words/say.ts";

/** How much of a text is quoted, in characters. */
const LONGEST = 60;

/** A text in quotes; of a long one the beginning. */
export function quote(text: string): string {
  return `"${shorten(text)}"`;
}

/** The beginning of a text, and a sign where there is more. */
export function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST + 2)];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join("")}…`;
}

/** The word that must be meant: no other one is as close to what was written. */
export function onlyNearest(written: string, words: Iterable<string>): string | undefined {
  const [best, other] = allNearest(written, new Set(words));
  return other === undefined ? best : undefined;
}

/** ` Did you mean "…"?`, or nothing. */
export function suggestion(written: string, words: Iterable<string>): Words {
  const word = nearest(written, words);
  return word === undefined ? "" : phrase`. Did you mean ${quote(word)}?`;
}
