import { withLatinLetters } from "../read/explain/odd_text.ts";
import { foldText } from "../../src/model/fold_text.ts";

const PLAIN = /^[ -~]*$/;
const UNSEEN = /\p{Default_Ignorable_Code_Point}|^[“”„‘’]+|[“”‘’]+$/gu;

/**
 * A name in the form in which files of a group are compared. Invisible characters, curly quotes around
 * it, and letters that only look like its own make no other name.
 */
export function foldName(name: string): string {
  return foldText(PLAIN.test(name) ? name : withLatinLetters(name.replace(UNSEEN, "")));
}

const BETWEEN = /(?<=\d)[\s_‐-―−-]+(?=\d)/g;

/** Quotes around a name; blanks and dashes in it, but for those that keep two numbers apart. */
const FORM = /^["'\s]+|["'\s]+$|(?<!\d)[\s_‐-―−-]+|[\s_‐-―−-]+(?!\d)/g;

/** Whether two names are the same but for their form: case, width, blanks, dashes and quotes. */
export function isSameInForm(one: string, other: string): boolean {
  const bare = (name: string) => foldName(name).replace(BETWEEN, " ").replace(FORM, "");
  return bare(one) === bare(other);
}

/** The only one of some words that is the same as a text but for its form. */
export function inOtherForm(written: string, words: Iterable<string>): string | undefined {
  const [found, other] = [...new Set(words)].filter((word) => isSameInForm(written, word));
  return other === undefined ? found : undefined;
}
