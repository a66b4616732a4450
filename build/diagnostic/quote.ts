/** How much of a text is quoted, in characters. */
const LONGEST = 60;

/** A text in quotes; of a long one the beginning. */
export function quote(text: string): string {
  return `"${shorten(text)}"`;
}

/** The beginning of a text, and a sign where there is more. */
export function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST + 2)];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join("")}…`;
}
