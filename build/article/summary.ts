/** How long a summary may be, in characters (code points). */
const LONGEST = 280;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The first 280 characters of a text on one line, cut at a word. */
export function summarize(text: string): string {
  const line = text.replace(/\s{2,}|[^\S ]/g, " ").trim();
  if (line.length <= LONGEST) return line;
  // A character takes at most two UTF-16 units.
  const characters = [...line.slice(0, 2 * LONGEST + 2)];
  if (characters.length <= LONGEST) return line;
  const cut = characters.slice(0, LONGEST).join("");
  if (characters[LONGEST] === " ") return cut.trimEnd();
  const lastSpace = cut.lastIndexOf(" ");
  if (lastSpace > 0 && !UNSPACED.test(cut.slice(lastSpace))) {
    return cut.slice(0, lastSpace).trimEnd();
  }
  return cutUnspaced(characters.join(""), cut.length).trimEnd();
}

const words = new Intl.Segmenter("en", { granularity: "word" });
const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts between words that no space divides, else between what a reader takes for characters. */
function cutUnspaced(text: string, most: number): string {
  return text.slice(
    0,
    lastBoundary(words, text, most) || lastBoundary(clusters, text, most) || most,
  );
}

function lastBoundary(segmenter: Intl.Segmenter, text: string, most: number): number {
  let last = 0;
  for (const { index } of segmenter.segment(text)) {
    if (index > most) break;
    last = index;
  }
  return last;
}
