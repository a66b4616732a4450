/** A text in quotes in which nothing is escaped. */
const QUOTED = /^(["'])(?:(?!\1)[^\\\n])*\1$/u;

/** What YAML takes for text without quotes: words, and dates. */
const PLAIN_TEXT = /^(?:\p{L}[\p{L}\p{M}\p{N} ._/-]*|\d{4}-\d\d-\d\d)$/u;

/** What YAML takes for something else. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** Text between double quotes that may stand between single ones, too. */
const SIMPLE = /^"([^"'\\]*)"$/;

/** What is written in the place of a quoted text, in the same quotes if it is text. */
export function keepQuotes(before: string, replacement: string): string {
  const quote = QUOTED.exec(before)?.[1];
  if (quote === undefined) return replacement;
  const isText = PLAIN_TEXT.test(replacement) && !NO_TEXT.test(replacement);
  const inside = isText ? replacement : SIMPLE.exec(replacement)?.[1];
  return inside === undefined ? replacement : quote + inside + quote;
}
