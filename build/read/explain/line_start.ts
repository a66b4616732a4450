/** Where the line of a character begins. */
export function lineStartOf(text: string, offset: number): number {
  // A search from before the first character would look at that one.
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
