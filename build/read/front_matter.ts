/** A Markdown file taken apart. */
export interface FrontMatter {
  readonly yaml: string;
  /** The line of the file on which the YAML begins. */
  readonly firstLine: number;
  readonly body: string;
}

/** Splits `---` YAML `---` Markdown; undefined where the file does not begin so. */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (match === null || match.index !== 0) return undefined;
  return { yaml: match[1]!, firstLine: 2, body: text.slice(match[0].length) };
}
