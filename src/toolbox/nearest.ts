/** The word closest to what was written, if it is close enough to be meant; of several the first. */
export function nearest(written: string, words: Iterable<string>): string | undefined {
  return allNearest(written, words)[0];
}

/** The words closest to what was written, all equally close, and less than `limit` slips away from it. */
export function allNearest(
  written: string,
  words: Iterable<string>,
  limit: number = Math.min(3, Math.floor(written.length / 2) + 1),
): string[] {
  let best: string[] = [];
  const sought = plain(written);
  for (const word of words) {
    const distance = editDistance(sought, plain(word), limit + (best.length > 0 ? 1 : 0));
    if (distance < limit) [best, limit] = [[word], distance];
    else if (distance === limit && best.length > 0) best.push(word);
  }
  return best;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

/** How many letters to change, add, drop, or swap with their neighbour; given up at `limit`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const change = row[column - 1]! + (one[line - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      const swap = isSwap ? before[column - 2]! + 1 : Infinity;
      next.push(Math.min(change, swap, row[column]! + 1, next[column - 1]! + 1));
    }
    if (Math.min(...next) >= limit) return limit;
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
