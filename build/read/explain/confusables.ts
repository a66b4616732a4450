import { edit, lineStartOf, type YamlProblem } from "./yaml_problem.ts";
import { phrase } from "../../words/say.ts";

/** What word processors and phones write in place of spaces, as a part of a pattern. */
export const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
/** What is there and cannot be seen. */
export const UNSEEN = "\\u00ad\\u200b-\\u200f\\u2060\\ufeff";
const ANY = new RegExp(`[${SPACES}${UNSEEN}：]`);

/** Up to the value of a field: its indentation, hyphens, name and colon. */
const BEFORE_VALUE = new RegExp(`^[ \\t]*(?:- *)*(?:[A-Za-z_]+ *:?)?([${SPACES}${UNSEEN}：])`);

/** Whether a text has any of them; few have. */
export function hasConfusables(text: string): boolean {
  return ANY.test(text);
}

/**
 * A character on the line of `offset`, before a field's value, that looks like a space or colon of
 * YAML, or like nothing, and is none.
 */
export function confusableOn(text: string, offset: number): YamlProblem | undefined {
  const start = lineStartOf(text, offset);
  const found = BEFORE_VALUE.exec(text.slice(start, start + 200));
  if (found === null) return undefined;
  const [before, character] = found as unknown as [string, string];
  const at = start + before.length - 1;
  const isColon = character === "：";
  const isUnseen = new RegExp(`[${UNSEEN}]`).test(character);
  // A colon has a space behind it.
  const colon = text[at + 1] === " " ? ":" : ": ";
  const words = isColon
    ? phrase`this colon is a wide one; type an ordinary colon and a space`
    : isUnseen
    ? phrase`an invisible character is here; delete it`
    : phrase`this looks like a space and is another character; delete it and type a space`;
  return {
    offset: at,
    message: phrase`Cannot read the line: ${words}`,
    fix: edit(at, isColon ? colon : isUnseen ? "" : " ", at + 1),
    // Nothing is to be said of what is below a line whose margin is no margin.
    isLast: before.slice(0, -1).trim() === "",
  };
}

/** Whether a whole text is in such quotes. */
export function isCurlyQuoted(text: string): boolean {
  return /^(?:[“”„][^“”„]+[“”]|[‘’][^‘’]+[‘’]|＂[^＂]+＂|＇[^＇]+＇)$/.test(text);
}

/** What to do about them. */
export const CURLY = phrase`These quotes are curly or wide ones, which belong to the text;
  type straight quotes instead, or around them to keep them`;
