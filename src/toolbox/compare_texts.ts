/** Orders texts by their code units (UTF-16): the same on every machine, in every language. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
