/** What terminals draw two columns wide: CJK with its signs and full-width forms, and emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u;
/** Half-width forms belong to those scripts too. */
const NARROW = /^[\uff61-\uffdc]/u;

/** How many columns of a terminal a text takes, as far as terminals agree (UAX #11, UAX #29). */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  const parts = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of parts.segment(text)) {
    width += WIDE.test(segment) && !NARROW.test(segment) ? 2 : 1;
  }
  return width;
}

/** Fills a text up with spaces. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
