import {
  type Document,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLError,
} from "yaml";
import {
  lineStartOf,
  type LineValue,
  quotesAround,
  valueOnLine,
  type YamlProblem,
} from "./yaml_problem.ts";
import { TOO_DEEP } from "./plain_yaml.ts";
import { ofNeighbours } from "./neighbours.ts";
import { phrase, type Words } from "../../words/say.ts";

const TAB =
  phrase`Cannot read the line: it is indented with a tab; use spaces, as many as the lines beside it`;
const NOT_ALIGNED = phrase`Cannot read the line: it is not indented like its neighbours`;
const NO_HYPHEN =
  phrase`Cannot read the line: it is not indented like its neighbours, or its hyphen and space are missing`;
const NO_SPACE = phrase`Cannot read the line: expected a space behind the hyphen`;
const NO_FIELD = phrase`Cannot read the line: expected a field's name, then a colon and a space`;
const GOES_ON = phrase`; if it belongs to the text above, begin it with two spaces`;
const NO_COLON = phrase`Cannot read the line: expected a colon and a space behind the field's name`;
const COLON =
  phrase`Cannot read the line: text that holds a colon followed by a space needs quotes around it`;
const BEHIND_QUOTE = phrase`Cannot read the line: expected nothing more behind the closing quote;
  put text that holds quotes between quotes of the other kind`;
const BACKSLASH = phrase`Cannot read the line: between double quotes a backslash is written twice`;
const UNREADABLE = phrase`Cannot read the line: it means something else here than text;
  put quotes around text that holds colons, brackets or quotes`;

/** Explains in an editor's words what the parser complains of, by its code and what stands there. */
export function putInWords(
  { code, pos: [offset] }: YAMLError,
  document: Document,
  text: string,
): YamlProblem {
  switch (code) {
    case "TAB_AS_INDENT":
      return { offset, message: TAB };
    case "BAD_DIRECTIVE":
      return {
        offset,
        message: phrase`Cannot read the line: text that starts with % needs quotes around it`,
      };
    case "BAD_DQ_ESCAPE":
      return { offset, message: BACKSLASH, fix: edit(offset, "\\") };
    case "MULTIPLE_DOCS":
      return secondDocument(offset, text);
    case "RESOURCE_EXHAUSTION":
      return { offset, message: TOO_DEEP };
    case "BLOCK_AS_IMPLICIT_KEY":
      return /^\s*-\s/.test(text.slice(offset, offset + 200))
        ? ofNeighbours(offset, text) ?? structural(offset, NOT_ALIGNED)
        : { offset, message: COLON, fix: quotedFrom(text, offset) };
    case "BAD_INDENT":
      return unclosedBracket(document, text, offset) ?? ofNeighbours(offset, text) ??
        structural(offset, NOT_ALIGNED);
    case "MISSING_CHAR":
      return missing(offset, document, text);
    case "UNEXPECTED_TOKEN":
      return unexpected(offset, document, text);
    default:
      return ofLine(offset, document, text);
  }
}

/** What stands below a line of `---` in a file that has no article. */
function secondDocument(offset: number, text: string): YamlProblem {
  const start = text.lastIndexOf("\n---", offset) + 1;
  const line = /^---[^\n]*(?:\n|$)/.exec(text.slice(start))?.[0] ?? "";
  if (text.slice(start + line.length).trim() !== "") {
    return {
      offset,
      message: phrase`Cannot read the line: there may be no line of --- here; ${BELOW}`,
      isLast: true,
    };
  }
  const fix = { span: { start, end: start + line.length }, replacement: "" };
  return {
    offset: start,
    message: phrase`Cannot read the line: there may be no line of --- here; delete it`,
    fix,
  };
}

const BELOW = phrase`what is below it belongs in a field, or in a file of its own`;

/** How notes begin in programs and articles, and those that end with their line. */
const NOTE = /^[ \t]*(?:\/\/|\/\*|<!--|-- )[ \t]*/;
const LINE_NOTE = /^[ \t]*\/\/[ \t]*/;

function missing(offset: number, document: Document, text: string): YamlProblem {
  if (text[offset] === "#") {
    return {
      offset,
      message: phrase`Cannot read the line: expected a space in front of #`,
      fix: edit(offset, " "),
    };
  }
  const unclosed = unclosedQuote(document, text, offset) ??
    unclosedBracket(document, text, offset);
  if (unclosed !== undefined) return unclosed;
  const comment = noteAt(lineStartOf(text, offset), offset, text, LINE_NOTE);
  if (comment !== undefined) return comment;
  if (flowAround(document, offset) !== undefined) {
    return { offset, message: phrase`Cannot read the line: expected a comma in front of this` };
  }
  return ofLine(offset, document, text);
}

/** A line that is a note to those who write programs. */
function noteAt(
  lineStart: number,
  offset: number,
  text: string,
  form: RegExp,
): YamlProblem | undefined {
  const note = form.exec(text.slice(lineStart, lineStart + 80))?.[0];
  if (note === undefined) return undefined;
  const fix = { span: { start: lineStart, end: lineStart + note.length }, replacement: "# " };
  return { offset, message: phrase`Cannot read the line: a note begins with #`, fix };
}

/** What other programs put in front of an entry of a list. */
const BULLET = /^([ \t]*)[•●▪‣◦·][ \t]*(?=\S)/;
const BULLETS =
  phrase`Cannot read the line: this list has signs such as •: write a hyphen and a space in
    their place`;

function unexpected(offset: number, document: Document, text: string): YamlProblem {
  if (
    text[offset] === "," && /^,[ \t]*(?:\r?\n|$)/.test(text.slice(offset, offset + 80)) &&
    /["'][ \t]*$/.test(text.slice(lineStartOf(text, offset), offset))
  ) {
    const fix = { span: { start: offset, end: offset + 1 }, replacement: "" };
    return {
      offset,
      message: phrase`Cannot read the line: no comma ends a line here; delete it`,
      fix,
    };
  }
  if (text[offset] === ",") {
    return {
      offset,
      message: phrase`Cannot read the line: expected an entry in front of this comma`,
    };
  }
  const lineStart = lineStartOf(text, offset);
  const isBehindQuote = /['"]\s*$/.test(text.slice(lineStart, offset));
  return isBehindQuote ? { offset, message: BEHIND_QUOTE } : ofLine(offset, document, text);
}

function ofLine(offset: number, document: Document, text: string): YamlProblem {
  const lineStart = lineStartOf(text, offset);
  const bullet = BULLET.exec(text.slice(lineStart, lineStart + 80));
  if (bullet !== null) {
    const start = lineStart + bullet[1]!.length;
    const fix = { span: { start, end: lineStart + bullet[0].length }, replacement: "- " };
    return { ...structural(start, BULLETS), fix };
  }
  const hyphen = /^\s*-(?=[^\s-])/.exec(text.slice(lineStart, lineStart + 80))?.[0];
  if (hyphen !== undefined) {
    const fix = edit(lineStart + hyphen.length, " ");
    return { ...structural(offset, NO_SPACE), fix };
  }
  const beside = ofNeighbours(offset, text);
  if (beside !== undefined) return beside;
  if (/^\s*-\s/.test(text.slice(lineStart, offset + 2))) {
    return structural(offset, NOT_ALIGNED);
  }
  const isFirst = text.slice(lineStart, offset).trim() === "";
  if (isInList(document, offset)) {
    return structural(offset, isFirst ? NO_HYPHEN : UNREADABLE);
  }
  const hasName = /^\s*[\w-]+:(?:\s|$)/.test(text.slice(lineStart, lineStart + 80));
  const note = hasName ? undefined : noteAt(lineStart, offset, text, NOTE);
  if (note !== undefined) return note;
  if (hasName) {
    return structural(offset, isFirst ? NOT_ALIGNED : UNREADABLE);
  }
  return withoutColon(lineStart, text) ?? { offset, message: behindText(lineStart, text) };
}

/** A line without a name may go on with the text above. */
function behindText(lineStart: number, text: string): Words {
  const above = text.slice(lineStartOf(text, lineStart - 1), lineStart);
  return /^[a-z_]+: +\S/.test(above) ? phrase`${NO_FIELD}${GOES_ON}` : NO_FIELD;
}

/** `team:Pagi`, `team = Pagi`. */
const FIELD_SIGN = /^(\s*[a-z_]+)([ \t]*=[ \t]*|:)(?=[^\s=/])/;

function withoutColon(lineStart: number, text: string): YamlProblem | undefined {
  const [, before, sign] = FIELD_SIGN.exec(text.slice(lineStart, lineStart + 80)) ?? [];
  if (before === undefined || sign === undefined) return undefined;
  const start = lineStart + before.length;
  const fix = { span: { start, end: start + sign.length }, replacement: ": " };
  return { offset: start, message: NO_COLON, fix };
}

/** Whether the innermost list or map around a character is a list; behind everything, the file itself. */
function isInList(document: Document, offset: number): boolean {
  let isList = isSeq(document.contents);
  lastBefore(document, offset + 1, (node) => {
    const isAround = isCollection(node) && offset < (node.range?.[2] ?? 0);
    if (isAround) isList = isSeq(node);
    return isAround;
  });
  return isList;
}

function structural(offset: number, message: Words): YamlProblem {
  return { offset, message, isStructural: true };
}

function edit(at: number, replacement: string): YamlProblem["fix"] {
  return { span: { start: at, end: at }, replacement };
}

/** Quotes around the rest of the line, where that is the value of a field. */
function quotedFrom(text: string, offset: number): YamlProblem["fix"] {
  const value: LineValue = valueOnLine(text, offset);
  return value.start === offset ? quotesAround(value) : undefined;
}

/** Explains a quote that does not end: the parser notices at the end, and the editor looks where it begins. */
function unclosedQuote(document: Document, text: string, end: number): YamlProblem | undefined {
  const opened = lastBefore(document, end, (node) => {
    const isQuoted = isScalar(node) && /^QUOTE/.test(node.type ?? "");
    return isQuoted && node.range?.[1] === end && !isEnded(text, node.range[0], end);
  });
  if (opened === undefined) return undefined;
  const message = phrase`Cannot read what begins here: its closing quote is missing`;
  return { offset: opened, message };
}

function isEnded(text: string, start: number, end: number): boolean {
  return end - start > 1 && text[end - 1] === text[start] && text[end - 2] !== "\\";
}

/** Explains a list or map in brackets that does not end. */
function unclosedBracket(document: Document, text: string, end: number): YamlProblem | undefined {
  const opened = flowAround(document, end, (node) => {
    const [start, until] = node.range!;
    return text[until - 1] !== (text[start] === "{" ? "}" : "]");
  });
  if (opened === undefined) return undefined;
  const bracket = text[opened] === "{" ? "}" : "]";
  const message = phrase`Cannot read what begins here: its closing ${bracket} is missing`;
  return { offset: opened, message };
}

/** Where the innermost collection in brackets around a character begins. */
function flowAround(
  document: Document,
  offset: number,
  fits: (node: Node) => boolean = () => true,
): number | undefined {
  return lastBefore(
    document,
    offset,
    (node) =>
      isCollection(node) && node.flow === true && offset <= (node.range?.[2] ?? 0) && fits(node),
  );
}

/** Where the last node begins that fits, and begins before a character. */
function lastBefore(
  document: Document,
  end: number,
  fits: (node: Node) => boolean,
): number | undefined {
  let last: number | undefined;
  visit(document, {
    Node(_, node) {
      const start = node.range?.[0] ?? end;
      if (start < end && start >= (last ?? 0) && fits(node)) last = start;
    },
  });
  return last;
}
