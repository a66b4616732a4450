import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions } from "markdown-it";

/** Makes a parser of Markdown. */
export function createMarkdownParser(options: MarkdownItOptions): MarkdownIt {
  return createMarkdownIt(options);
}
