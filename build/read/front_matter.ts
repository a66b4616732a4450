import type { TextEdit } from "../diagnostic/diagnostic.ts";
import { phrase, type Words } from "../words/say.ts";

/** A Markdown file taken apart. */
interface FrontMatter {
  readonly yaml: string;
  /** How many characters stand above the YAML. */
  readonly above: number;
  readonly body: string;
}

const OPENING = /^---[ \t]*(?:\r?\n|$)/;
/** Lines end at line feeds alone: `m` would also end them at U+2028, which a title may contain. */
const CLOSING = /(?<![^\n])---[ \t]*(?:\r?\n|$)/;

/** What a Markdown file lacks, at which character, and the fix. */
interface FrontMatterProblem {
  readonly message: Words;
  readonly offset: number;
  readonly fix?: TextEdit;
}

/** A line that somebody took for one of three hyphens. */
const LIKE_HYPHENS = /^[ \t]*(?:-+|[—–]+|\.{3}|\*{3,}|_{3,}|={3,})[ \t]*(?=\r?$)/m;

/** A line that is no field's, or more than our own fields below an empty line: the article may have begun. */
const ARTICLE = /^(?!["']?[\p{L}_-]+["']?[ \t]*[:：]|- |[#\s]|$)|\n\r?\n(?![a-z_]+:|\s|$)/mu;

/** A line that is like our own fields', or one that may be a field's, such as of two words, with no article above it. */
const MAY_BE_FIELD =
  /^[a-z_]+:\s|(?<![^])(?:[#\- \t\r][^\n]*\n|\n)*["'\p{L}_][\p{L}_-]{0,30}(?:[ \t]+\p{L}{1,30})?["']?[ \t]*[:：](?:\s|$)/mu;

/** A line that may keep an article from being shown, however it is written. */
const MAY_HIDE = /^[^\p{L}\n]*(?:draft|publish[ _-]?at)(?!\p{L})/imu;

const NO_OPENING = phrase`Cannot find the title and date: expected a first line of --- above them`;
const NO_CLOSING =
  phrase`Cannot find where the title and date end: expected a second line of --- below them`;

/** Splits `---` YAML `---` Markdown; if the file is not of that form, says what is missing. */
export function splitFrontMatter(text: string): FrontMatter | FrontMatterProblem {
  const opening = OPENING.exec(text);
  if (opening === null) return withoutOpening(text);
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (closing === null) return withoutClosing(rest, opening[0].length);
  const body = rest.slice(closing.index + closing[0].length);
  return { yaml: rest.slice(0, closing.index), above: opening[0].length, body };
}

function withoutOpening(text: string): FrontMatterProblem {
  const blank = /^\s*?(?=[ \t]*\S)/.exec(text)?.[0].length ?? 0;
  const like = LIKE_HYPHENS.exec(text.slice(blank));
  if (like?.index === 0) {
    const message =
      phrase`${NO_OPENING}: this one has to be three hyphens alone, with nothing above it`;
    const fix = { span: { start: 0, end: blank + like[0].length }, replacement: "---" };
    return { message, offset: blank, fix };
  }
  const isField = /^[a-z_]+:[ \t]/.test(text) && CLOSING.test(text);
  const fix = { span: { start: 0, end: 0 }, replacement: "---\n" };
  return { message: NO_OPENING, offset: 0, ...(isField && { fix }) };
}

/** `above`: how many characters stand above the text. */
function withoutClosing(text: string, above: number): FrontMatterProblem {
  const like = LIKE_HYPHENS.exec(text);
  if (like !== null && !ARTICLE.test(text.slice(0, like.index))) {
    const start = above + like.index;
    const message = phrase`${NO_CLOSING}: this one has to be three hyphens alone`;
    const fix = { span: { start, end: start + like[0].length }, replacement: "---" };
    return { message, offset: start, fix };
  }
  const fields = /^(?:(?:[a-z_]+:|[ \t]+\S|- |#)[^\n]*\n)+(?=\r?\n)/.exec(text)?.[0].length;
  const rest = text.slice(fields);
  if (fields === undefined || MAY_BE_FIELD.test(rest) || MAY_HIDE.test(rest)) {
    return { message: NO_CLOSING, offset: 0 };
  }
  const offset = above + fields;
  const fix = { span: { start: offset, end: offset }, replacement: "---\n" };
  return { message: NO_CLOSING, offset, fix };
}
