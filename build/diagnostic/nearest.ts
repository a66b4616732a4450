/** The word closest to what was written, if it is close enough to be meant. */
export function nearest(written: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(written.length / 2) + 1);
  for (const word of words) {
    const distance = editDistance(plain(written), plain(word), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}

/** ` Did you mean "…"?`, or nothing. */
export function suggestion(written: string, words: Iterable<string>): string {
  const word = nearest(written, words);
  return word === undefined ? "" : `. Did you mean "${word}"?`;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

/** Levenshtein's distance, given up at `limit`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const swap = row[column - 1]! + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(swap, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
