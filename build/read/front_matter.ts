/** A Markdown file taken apart. */
export interface FrontMatter {
  readonly yaml: string;
  /** The line of the file on which the YAML begins. */
  readonly firstLine: number;
  /** How many characters stand above the YAML. */
  readonly above: number;
  readonly body: string;
}

const OPENING = /^---[ \t]*(?:\r?\n|$)/;
/** Lines end at line feeds alone: `m` would also end them at U+2028, which a title may contain. */
const CLOSING = /(?<![^\n])---[ \t]*(?:\r?\n|$)/;

/** Splits `---` YAML `---` Markdown; where the file is not of that form, names what is missing. */
export function splitFrontMatter(text: string): FrontMatter | string {
  const opening = OPENING.exec(text);
  if (opening === null) {
    return "Cannot find the title and date: expected a first line of --- above them";
  }
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (closing === null) {
    return "Cannot find where the title and date end: expected a second line of --- below them";
  }
  const body = rest.slice(closing.index + closing[0].length);
  return { yaml: rest.slice(0, closing.index), firstLine: 2, above: opening[0].length, body };
}
