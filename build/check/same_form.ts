import { foldText } from "../../src/model/fold_text.ts";

/** Quotes around a name; blanks in it, but for those that keep two numbers apart. */
const FORM = /^["\s]+|["\s]+$|(?<!\d)[\s_]+|[\s_]+(?!\d)/g;

/** Whether two names are the same but for their form: case, width, blanks, dashes and quotes. */
export function isSameInForm(one: string, other: string): boolean {
  const bare = (name: string) => foldText(name).replace(/_/g, " ").replace(FORM, "");
  return bare(one) === bare(other);
}

/** The only one of some words that is the same as a text but for its form. */
export function inOtherForm(written: string, words: Iterable<string>): string | undefined {
  const [found, other] = [...new Set(words)].filter((word) => isSameInForm(written, word));
  return other === undefined ? found : undefined;
}
