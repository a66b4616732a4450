/** How much of a long line is shown on each side of the place, in characters. */
const SIDE = 60;

/** A line and, below it, a caret under the column (counted from 1); long lines are cut on both sides. */
export function excerpt(text: string, column: number): [line: string, caret: string] {
  const at = column - 1;
  const from = text.length <= 2 * SIDE ? 0 : Math.max(0, at - SIDE);
  const until = Math.max(2 * SIDE, at + SIDE);
  const before = `${from > 0 ? "…" : ""}${text.slice(from, at)}`;
  const behind = `${text.slice(at, until)}${until < text.length ? "…" : ""}`;
  return [
    harmless(before + behind),
    `${harmless(before).replace(WIDE, "  ").replace(NARROW, " ")}^`,
  ];
}

/** Characters that take two columns on a terminal (Unicode Annex 11, roughly). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;
const NARROW = /\P{M}\p{M}*/gu;

/** Text without what would move a terminal's cursor, change its colours or turn the writing round. */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll("\t", " ")
    // deno-lint-ignore no-control-regex
    .replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
