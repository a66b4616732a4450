/** Whether one letter too many, too few, another, or two that changed places make one text of the other. */
export function isOneEditAway(one: string, other: string): boolean {
  const longer = one.length - other.length;
  if (longer > 1 || longer < -1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = (from: number, otherFrom: number) => one.slice(from) === other.slice(otherFrom);
  if (longer === 1) return rest(at + 1, at);
  if (longer === -1) return rest(at, at + 1);
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at];
  return rest(at + 1, at + 1) || isSwapped && rest(at + 2, at + 2);
}
