import { foldText } from "../../src/model/fold_text.ts";

const PLAIN = /^[ -~]*$/;
const UNSEEN = /\p{Default_Ignorable_Code_Point}|^[“”„‘’]+|[“”‘’]+$/gu;

/**
 * A name as files of a group are held against each other: what cannot be seen, and curly quotes around
 * it, make no other name.
 */
export function foldName(name: string): string {
  return foldText(PLAIN.test(name) ? name : name.replace(UNSEEN, ""));
}
