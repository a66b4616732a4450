/** How long a summary may be, in characters (code points). */
const LONGEST = 280;

/** What is looked at to find its end, in UTF-16 units: a character takes at most two. */
const MAX_UNITS = 2 * LONGEST + 2;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The first 280 characters of a text on one line, cut at a word. */
export function summarize(text: string): string {
  const line = onOneLine(text);
  const end = unitsOf(line, LONGEST);
  if (end >= line.length) return line;
  const cut = line.slice(0, end);
  if (line[end] === " ") return cut.trimEnd();
  const lastSpace = cut.lastIndexOf(" ");
  if (lastSpace > 0 && !UNSPACED.test(cut.slice(lastSpace))) {
    return cut.slice(0, lastSpace).trimEnd();
  }
  return cutUnspaced(line.slice(0, MAX_UNITS), end).trimEnd();
}

/** The text on one line: all of it, or more of its beginning than a summary looks at. */
function onOneLine(text: string): string {
  const head = withoutBreaks(text.slice(0, 2 * MAX_UNITS));
  return head.length > MAX_UNITS ? head : withoutBreaks(text);
}

function withoutBreaks(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

/** How many UTF-16 units so many characters take at the beginning of a text. */
function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let count = 0; count < characters && units < text.length; count++) {
    units += text.codePointAt(units)! > 0xffff ? 2 : 1;
  }
  return units;
}

/** Cuts between words that no space divides, else between what a reader takes for characters. */
function cutUnspaced(text: string, most: number): string {
  return text.slice(
    0,
    lastBoundary("word", text, most) || lastBoundary("grapheme", text, most) || most,
  );
}

function lastBoundary(granularity: "word" | "grapheme", text: string, most: number): number {
  let last = 0;
  for (const { index } of new Intl.Segmenter("en", { granularity }).segment(text)) {
    if (index > most) break;
    last = index;
  }
  return last;
}
