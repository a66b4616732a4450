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

/** Whether two names are the same but for case, spaces and hyphens. */
export function isSpacedOtherwise(one: string, other: string): boolean {
  const bare = (name: string) => foldName(name).replace(/[\s_-]/g, "");
  return bare(one) === bare(other);
}
