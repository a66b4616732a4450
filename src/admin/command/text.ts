/** Longest line of text, in UTF-16 units. */
export const MAX_LINE = 200;
const MAX_EMAIL = 254;
const EMAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
/** Characters that end a line, or turn the ones around it: they would garble tables, letters and messages. */
const NO_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text is one line that can be shown in tables and letters. */
export function isOneLine(text: string): boolean {
  return text !== "" && text.length <= MAX_LINE && !NO_LINE.test(text);
}

/** Whether a text is an e-mail address that no header mistakes for anything else. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}
