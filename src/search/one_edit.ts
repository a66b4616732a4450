import type { SearchIndex } from "./search_index.ts";

/** Whether one typo makes the text of the term: optimal string alignment of 1. */
export function isOneEditAway(
  { terms, termStarts }: SearchIndex,
  term: number,
  text: string,
): boolean {
  const start = termStarts[term]!;
  const length = termStarts[term + 1]! - start;
  const longer = length - text.length;
  if (longer > 1 || longer < -1) return false;
  let at = 0;
  while (at < length && at < text.length && terms[start + at] === text.charCodeAt(at)) at++;
  const isSame = (from: number, textFrom: number) => {
    for (let rest = from; rest < length; rest++) {
      if (terms[start + rest] !== text.charCodeAt(textFrom + rest - from)) return false;
    }
    return true;
  };
  if (longer === 1) return isSame(at + 1, at);
  if (longer === -1) return isSame(at, at + 1);
  return at === length || isSame(at + 1, at + 1) || isSwapped(at) && isSame(at + 2, at + 2);

  function isSwapped(place: number): boolean {
    return terms[start + place] === text.charCodeAt(place + 1) &&
      terms[start + place + 1] === text.charCodeAt(place);
  }
}
