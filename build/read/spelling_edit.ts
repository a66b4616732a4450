import type { TextEdit } from "../diagnostic/diagnostic.ts";
import type { Parsed, ValuePath } from "./source.ts";

/** Letters, digits and spaces between them, with points, apostrophes and hyphens inside. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} .'-]*(?<! )$/u;

/** What YAML takes for something else than text. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** The edit that writes a text in the place of a value; undefined where there is nothing to write. */
export function spellingEdit(
  source: Parsed,
  path: ValuePath,
  text: string | undefined,
): TextEdit | undefined {
  const span = text === undefined ? undefined : source.span(path);
  return text === undefined || span === undefined
    ? undefined
    : { span, replacement: yamlText(text) };
}

/** A text as YAML: with quotes where they are needed. */
function yamlText(text: string): string {
  return PLAIN.test(text) && !NO_TEXT.test(text) ? text : JSON.stringify(text);
}
