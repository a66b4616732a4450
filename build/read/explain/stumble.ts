import {
  type Document,
  type ErrorCode,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLError,
} from "yaml";
import { allFields } from "../../check/explain/schema_fields.ts";
import { SCHEMAS } from "../../schema/schemas.ts";
import { isTitleField } from "../../words/field_words.ts";
import { phrase } from "../../words/say.ts";
import { confusableOn } from "./confusables.ts";
import {
  lineEndOf,
  lineStartOf,
  type LineValue,
  quotesAround,
  valueOnLine,
  type YamlProblem,
} from "./yaml_problem.ts";

/** Where the parser stumbled, and what stands there. */
export type Stumble = ReturnType<typeof stumbleAt>;

/** What stands where the parser complains; `all` are its complaints. */
export function stumbleAt(
  { code, pos: [offset] }: YAMLError,
  all: readonly YAMLError[],
  document: Document,
  text: string,
) {
  const start = lineStartOf(text, offset);
  const end = Math.max(offset, lineEndOf(text, start));
  return {
    code,
    offset,
    text,
    document,
    all,
    start,
    line: text.slice(start, end),
    /** The line up to the place, and from there on. */
    before: text.slice(start, offset),
    behind: text.slice(offset, end),
    value: valueOnLine(text, offset),
  };
}

/** Codes that say by themselves that a text begins with a sign of YAML's. */
export const STARTS: readonly ErrorCode[] = [
  ...["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "BAD_ALIAS", "ALIAS_PROPS"] as const,
  ...["MULTIPLE_ANCHORS", "MULTIPLE_TAGS", "BAD_PROP_ORDER", "BAD_COLLECTION_TYPE"] as const,
];

const SIGNS = "[]{}*&!?|>@%`,";

/** The first of the lines above a line, without a gap, that are indented by what only looks like spaces. */
export function confusableAbove(text: string, start: number): YamlProblem | undefined {
  let found: YamlProblem | undefined;
  for (let at = start; at > 0;) {
    at = lineStartOf(text, at - 1);
    const problem = confusableOn(text, at);
    if (problem === undefined) break;
    found = { offset: problem.offset, message: problem.message };
  }
  return found;
}

/** Whether it is the first character of the line's value that the parser stumbled over. */
export function isBySign({ code, offset, text, behind, value: { start, text: value } }: Stumble) {
  const sign = value[0];
  // A bracket too many is no sign of another meaning.
  if (code === "UNEXPECTED_TOKEN" && /^[\]}]/.test(behind) && offset > start) return false;
  if (sign === undefined || !SIGNS.includes(sign) || offset < start) return false;
  const isBracket = sign === "[" || sign === "{";
  if (STARTS.includes(code)) return offset <= start + (isBracket ? 0 : 1);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return sign === "?" && offset === start;
  if (code !== "UNEXPECTED_TOKEN") return false;
  // Brackets that are closed before it.
  if (isBracket) return /[\]}]\s*$/.test(text.slice(start, offset));
  return offset <= start + 1 || "*&!".includes(sign);
}

export function needsQuotes(value: LineValue, text: string): YamlProblem {
  const before = text.slice(lineStartOf(text, value.start), value.start);
  // Where fields begin, a colon may stand behind a field's name.
  const mayBeField = mayBeTwo(value.text) || /: /.test(value.text) && !/:\s+$/.test(before);
  const message = phrase`Cannot read the line: text that starts with ${
    text[value.start]
  } needs quotes around it${mayBeField ? TWO_FIELDS : ""}`;
  return { offset: value.start, message, fix: mayBeField ? undefined : quotesAround(value) };
}

const OWN_FIELDS = new Set(Object.values(SCHEMAS).flatMap(({ schema }) => allFields(schema)));

export const TWO_FIELDS =
  phrase`; if these are two fields, put the second one on a line of its own`;

/** Whether a value may be one with a further field behind it: `Konser draft: true`, `"Konser" type: concert`. */
export function mayBeTwo(value: string): boolean {
  const words = value.matchAll(/(?<![\p{L}\p{N}_-])([\p{L}_-]+)[ \t]*:(?=\s|$)/gu);
  return /^["']/.test(value) ||
    [...words].some(([, word]) => OWN_FIELDS.has(word!) || isTitleField(word!));
}

/** `title: a` with a line below it that is indented as if it belonged to the title. */
export function indentedTooFar({ code, offset, text, all }: Stumble): YamlProblem | undefined {
  const isSpilled = code !== "MULTILINE_IMPLICIT_KEY" &&
    all.some(({ code, pos }) => code === "MULTILINE_IMPLICIT_KEY" && pos[0] === offset);
  if (!isSpilled) return undefined;
  const newline = text.indexOf("\n", offset);
  const indent = /^[^\S\n]*/.exec(text.slice(newline + 1))![0].length;
  const message = phrase`Cannot read the line: it is indented further than the one above`;
  return { offset: newline + 1 + indent, message };
}

/** Whether the innermost list or map around a character is a list; behind everything, the file itself. */
export function isInList(document: Document, offset: number): boolean {
  let isList = isSeq(document.contents);
  lastBefore(document, offset + 1, (node) => {
    const isAround = isCollection(node) && offset < (node.range?.[2] ?? 0);
    if (isAround) isList = isSeq(node);
    return isAround;
  });
  return isList;
}

/** A quote that does not end: the parser notices at the end, and the editor looks where it begins. */
export function unclosedQuote({ document, text, offset: end }: Stumble): YamlProblem | undefined {
  const offset = lastBefore(document, end, (node) => {
    if (!isScalar(node) || !/^QUOTE/.test(node.type ?? "") || node.range?.[1] !== end) return false;
    const [start] = node.range;
    return end - start <= 1 || text[end - 1] !== text[start] || text[end - 2] === "\\";
  });
  const message = phrase`Cannot read what begins here: its closing quote is missing`;
  return offset === undefined ? undefined : { offset, message };
}

/** A list or map in brackets that does not end. */
export function unclosedBracket({ document, text, offset: end }: Stumble): YamlProblem | undefined {
  const bracketOf = (start: number) => text[start] === "{" ? "}" : "]";
  const offset = flowAround(document, end, (node) => {
    const [start, until] = node.range!;
    return text[until - 1] !== bracketOf(start);
  });
  if (offset === undefined) return undefined;
  const message = phrase`Cannot read what begins here: its closing ${bracketOf(offset)} is missing`;
  return { offset, message };
}

/** Where the innermost collection in brackets around a character begins. */
export function flowAround(
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
