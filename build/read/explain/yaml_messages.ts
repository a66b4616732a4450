/**
 * This room explains what in a YAML text is broken, or is no content: a table of what the parser
 * complains of and of what stands on the line.
 *
 * @module
 */

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
import { phrase, type Words } from "../../words/say.ts";
import { beginsCurly, confusableOn, CURLY } from "./confusables.ts";
import { ofNeighbours } from "./neighbours.ts";
import { TOO_DEEP } from "./yaml_limits.ts";
import {
  edit,
  lineEndOf,
  lineStartOf,
  type LineValue,
  quotesAround,
  valueOnLine,
  type YamlProblem,
} from "./yaml_problem.ts";

/** As many as one person fixes in one go; each is compared with all others. */
const MAX_COMPLAINTS = 300;

/** The characters that are looked through to explain them all: each needs the whole text. */
const MAX_LOOKED_THROUGH = 1_500_000;

/** A line around code, as chats and articles have it. */
const FENCE = /^(?:`{3,}|~{3,})[\w-]*[ \t]*\r?(?:\n|$)/gm;

/**
 * Explains what is wrong with a YAML text. One mistake often makes the parser stumble several times:
 * of each line the first problem is reported, and of the file the first one that leads it astray.
 */
export function explainYaml(document: Document, text: string): YamlProblem[] {
  const fences = document.errors.length === 0 ? [] : [...text.matchAll(FENCE)];
  if (fences.length > 0) {
    const message = phrase`Cannot read the line: it marks code in chats and articles; delete it`;
    return fences.map(({ index, 0: line }) => ({
      offset: index,
      message,
      fix: edit(index, "", index + line.length),
    }));
  }
  const most = Math.min(MAX_COMPLAINTS, Math.ceil(MAX_LOOKED_THROUGH / (text.length + 1)));
  const complaints = [...document.errors, ...document.warnings].slice(0, most);
  const told = new Set<number>();
  const isTold = (offset: number) => told.has(lineStartOf(text, offset));
  const problems: YamlProblem[] = [];
  let isAstray = false;
  for (const complaint of complaints) {
    const [offset] = complaint.pos;
    if (isTold(offset)) continue;
    const problem = explain(stumbleAt(complaint, complaints, document, text));
    const isConsequence = isAstray && problem.isStructural === true;
    if (!isTold(problem.offset) && !isConsequence) problems.push(problem);
    if (problem.isLast) break;
    isAstray ||= problem.isStructural === true;
    for (const at of [offset, problem.offset]) told.add(lineStartOf(text, at));
  }
  return problems;
}

/** Where the parser stumbled, and what stands there. */
interface Stumble {
  readonly code: ErrorCode;
  readonly offset: number;
  readonly text: string;
  readonly document: Document;
  readonly all: readonly YAMLError[];
  /** Where the line begins. */
  readonly start: number;
  readonly line: string;
  /** The line up to the place, and from there on. */
  readonly before: string;
  readonly behind: string;
  readonly value: LineValue;
}

function stumbleAt(
  { code, pos: [offset] }: YAMLError,
  all: readonly YAMLError[],
  document: Document,
  text: string,
): Stumble {
  const start = lineStartOf(text, offset);
  const end = Math.max(offset, lineEndOf(text, start));
  const line = text.slice(start, end);
  const [before, behind] = [text.slice(start, offset), text.slice(offset, end)];
  const value = valueOnLine(text, offset);
  return { code, offset, text, document, all, start, line, before, behind, value };
}

/** A row of the table: what is said where the parser complains so, and the line looks so. */
interface Row {
  /** The parser's codes; any where they are left out. */
  readonly codes?: readonly ErrorCode[];
  readonly part?: "line" | "before" | "behind";
  /** What the part of the line looks like. */
  readonly form?: RegExp;
  readonly say: Words | ((at: Stumble, found: RegExpExecArray) => YamlProblem | undefined);
}

function explain(at: Stumble): YamlProblem {
  for (const { codes, part = "line", form = /^/, say } of ROWS) {
    if (codes !== undefined && !codes.includes(at.code)) continue;
    const found = form.exec(at[part]);
    if (found === null) continue;
    const problem = typeof say === "function"
      ? say(at, found)
      : { offset: at.offset, message: say };
    if (problem !== undefined) return problem;
  }
  return { offset: at.offset, message: NO_FIELD };
}

/** Codes that say by themselves that a text begins with a sign of YAML's. */
const STARTS: readonly ErrorCode[] = [
  ...["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "BAD_ALIAS", "ALIAS_PROPS"] as const,
  ...["MULTIPLE_ANCHORS", "MULTIPLE_TAGS", "BAD_PROP_ORDER", "BAD_COLLECTION_TYPE"] as const,
];

const SIGNS = "[]{}*&!?|>@%`,";

const NO_FIELD = phrase`Cannot read the line: expected a field's name, then a colon and a space`;
const NOT_ALIGNED = phrase`Cannot read the line: it is not indented like its neighbours`;
const NO_HYPHEN =
  phrase`Cannot read the line: it is not indented like its neighbours, or its hyphen and space are missing`;
const UNREADABLE = phrase`Cannot read the line: it means something else here than text;
  put quotes around text that holds colons, brackets or quotes`;

/** The rows in the order in which they are tried; the first that says something is taken. */
const ROWS: readonly Row[] = [
  { say: ({ text, offset, start }) => confusableOn(text, offset) ?? confusableAbove(text, start) },
  {
    // `**date:** 2026-07-04`, as chats make text bold.
    form: /^(\s*)(\*\*|__|\*)([a-z_]+)(?::\2|\2:)[ \t]*(?=\S)/,
    say: ({ start }, [written, indent, , name]) => {
      const offset = start + indent!.length;
      const message = phrase`Cannot read the line: delete the signs around the field's name`;
      return { offset, message, fix: edit(offset, `${name}: `, start + written.length) };
    },
  },
  {
    say: ({ behind, offset }) =>
      beginsCurly(behind) ? { offset, message: phrase`Cannot read the line: ${CURLY}` } : undefined,
  },
  {
    form: /^[ \t]*(?=\*[ \t\r]|\*$)/,
    say: ({ start, text }, [indent]) => {
      const offset = start + indent.length;
      const [bullets] = /^(?:\s*\*\s[^\n]*)+/.exec(text.slice(offset)) ?? [];
      if (bullets === undefined) return undefined;
      const hyphens = bullets.replace(/^(\s*)\*/gm, "$1-");
      const message =
        phrase`Cannot read the line: an entry of a list begins with a hyphen and a space`;
      const fix = edit(offset, hyphens, offset + bullets.length);
      return { offset, message, fix, isStructural: true };
    },
  },
  {
    form: /^[ \t]*(?=(?:[•●▪‣◦·][ \t]*|[–—][ \t]+)\S)/,
    say: ({ start, text }, [indent]) => {
      const offset = start + indent.length;
      const [bullets] = /^(?:\s*(?:[•●▪‣◦·][ \t]*|[–—][ \t]+)\S[^\n]*)+/.exec(text.slice(offset)) ??
        [""];
      const hyphens = bullets.replace(/^(\s*)(?:[•●▪‣◦·]|[–—])[ \t]*/gm, "$1- ");
      const message =
        phrase`Cannot read the line: this list has signs such as •: write a hyphen and a space in
          their place`;
      const fix = edit(offset, hyphens, offset + bullets.length);
      return { ...structural(offset, message), fix };
    },
  },
  {
    form: /:[ \t]+(?=-\s*$)/,
    say: ({ value }) =>
      value.text !== "-" ? undefined : {
        offset: value.start,
        message:
          phrase`Cannot read the line: a hyphen alone is no value; leave the field out until it is known`,
      },
  },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^[\]}]/,
    say: ({ offset, text, value }, [sign]) => {
      if (!/^[[{]/.test(value.text) || !isClosed(text.slice(value.start, offset))) return undefined;
      const message = phrase`Cannot read the line: this ${sign} closes nothing; delete it`;
      return { offset, message, fix: edit(offset, "", offset + 1), isLast: true };
    },
  },
  { say: (at) => isBySign(at) ? needsQuotes(at.value, at.text) : undefined },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^-\s/,
    say: ({ offset, value }) =>
      offset !== value.start ? undefined : {
        offset,
        message: phrase`Cannot read the line: text that starts with - needs quotes around it,
          and a list begins on the line below its field`,
      },
  },
  {
    codes: STARTS,
    say: ({ offset, text, value, behind }) => {
      const entry = /^[\[{]/.test(value.text) ? /^[^,\]}\n]+/.exec(behind)?.[0] : undefined;
      if (entry !== undefined) return needsQuotes({ start: offset, text: entry.trimEnd() }, text);
      return needsQuotes({ start: text[offset - 1] === "&" ? offset - 1 : offset, text: "" }, text);
    },
  },
  { say: indentedTooFar },
  {
    codes: ["TAB_AS_INDENT"],
    say:
      phrase`Cannot read the line: it is indented with a tab; use spaces, as many as the lines beside it`,
  },
  {
    codes: ["BAD_DQ_ESCAPE"],
    say: ({ offset }) => ({
      offset,
      message: phrase`Cannot read the line: between double quotes a backslash is written twice`,
      fix: edit(offset, "\\"),
    }),
  },
  { codes: ["MULTIPLE_DOCS"], say: secondDocument },
  { codes: ["RESOURCE_EXHAUSTION"], say: TOO_DEEP },
  {
    codes: ["BLOCK_AS_IMPLICIT_KEY"],
    say: ({ offset, text, value }) =>
      /^\s*-\s/.test(text.slice(offset, offset + 200))
        ? ofNeighbours(offset, text) ?? structural(offset, NOT_ALIGNED)
        : {
          offset,
          message:
            phrase`Cannot read the line: text that holds a colon followed by a space needs quotes around it`,
          fix: value.start === offset ? quotesAround(value) : undefined,
        },
  },
  {
    codes: ["BAD_INDENT"],
    say: (at) =>
      unclosedBracket(at) ?? ofNeighbours(at.offset, at.text) ?? structural(at.offset, NOT_ALIGNED),
  },
  {
    codes: ["MISSING_CHAR"],
    part: "behind",
    form: /^#/,
    say: ({ offset }) => ({
      offset,
      message: phrase`Cannot read the line: expected a space in front of #`,
      fix: edit(offset, " "),
    }),
  },
  { codes: ["MISSING_CHAR"], say: unclosedQuote },
  {
    codes: ["MISSING_CHAR", "UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^[^,\]}][^]*[\]}]/,
    say: ({ document, offset }) =>
      flowAround(document, offset) === undefined
        ? undefined
        : { offset, message: phrase`Cannot read the line: expected a comma in front of this` },
  },
  { codes: ["MISSING_CHAR"], say: unclosedBracket },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^,/,
    say: ({ offset, before, behind }) =>
      /["'][ \t]*$/.test(before) && /^,\s*$/.test(behind)
        ? {
          offset,
          message: phrase`Cannot read the line: no comma ends a line here; delete it`,
          fix: edit(offset, "", offset + 1),
        }
        : {
          offset,
          message: phrase`Cannot read the line: expected an entry in front of this comma`,
        },
  },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "before",
    form: /['"]\s*$/,
    say: phrase`Cannot read the line: expected nothing more behind the closing quote;
      put text that holds quotes between quotes of the other kind`,
  },
  {
    form: /^\s*-(?=[^\s-])/,
    say: ({ offset, start }, [hyphen]) => ({
      ...structural(offset, phrase`Cannot read the line: expected a space behind the hyphen`),
      fix: edit(start + hyphen.length, " "),
    }),
  },
  { say: ({ offset, text }) => ofNeighbours(offset, text) },
  {
    part: "before",
    say: ({ document, offset, before }) =>
      isInList(document, offset)
        ? structural(offset, before.trim() === "" ? NO_HYPHEN : UNREADABLE)
        : undefined,
  },
  {
    form: /^\s*[\w-]+:(?:\s|$)/,
    say: ({ offset, before }) =>
      structural(offset, before.trim() === "" ? NOT_ALIGNED : UNREADABLE),
  },
  { form: /^[ \t]*(?:\/\/|\/\*|<!--|-- )[ \t]*/, say: noteOfPrograms },
  {
    // `team:Pagi`, `team = Pagi`.
    form: /^(\s*[a-z_]+)([ \t]*=[ \t]*|:)(?=[^\s=/])/,
    say: ({ start }, [field, name]) => {
      const offset = start + name!.length;
      const message =
        phrase`Cannot read the line: expected a colon and a space behind the field's name`;
      return { offset, message, fix: edit(offset, ": ", start + field.length) };
    },
  },
  {
    // It may go on with the text above.
    say: ({ start, text, offset }) =>
      !/^[a-z_]+: +\S/.test(text.slice(lineStartOf(text, start - 1), start)) ? undefined : {
        offset,
        message: phrase`${NO_FIELD}; if it belongs to the text above, begin it with two spaces`,
      },
  },
];

/** The first of the lines above a line, without a gap, that are indented by what only looks like spaces. */
function confusableAbove(text: string, start: number): YamlProblem | undefined {
  let found: YamlProblem | undefined;
  for (let at = start; at > 0;) {
    at = lineStartOf(text, at - 1);
    const problem = confusableOn(text, at);
    if (problem === undefined) break;
    found = { offset: problem.offset, message: problem.message };
  }
  return found;
}

function structural(offset: number, message: Words): YamlProblem {
  return { offset, message, isStructural: true };
}

function isClosed(text: string): boolean {
  return /[\]}]\s*$/.test(text);
}

/** Whether it is the first character of the line's value that the parser stumbled over. */
function isBySign({ code, offset, text, value: { start, text: value } }: Stumble): boolean {
  const sign = value[0];
  if (sign === undefined || !SIGNS.includes(sign) || offset < start) return false;
  const isBracket = sign === "[" || sign === "{";
  if (STARTS.includes(code)) return offset <= start + (isBracket ? 0 : 1);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return sign === "?" && offset === start;
  if (code !== "UNEXPECTED_TOKEN") return false;
  if (isBracket) return isClosed(text.slice(start, offset));
  return offset <= start + 1 || "*&!".includes(sign);
}

function needsQuotes(value: LineValue, text: string): YamlProblem {
  const message = phrase`Cannot read the line: text that starts with ${
    text[value.start]
  } needs quotes around it`;
  const before = text.slice(lineStartOf(text, value.start), value.start);
  // Where fields begin, a colon may stand behind a field's name.
  const mayBeField = /: /.test(value.text) && !/:\s+$/.test(before);
  return { offset: value.start, message, fix: mayBeField ? undefined : quotesAround(value) };
}

/** `title: a` with a line below it that is indented as if it belonged to the title. */
function indentedTooFar({ code, offset, text, all }: Stumble): YamlProblem | undefined {
  const isSpilled = code !== "MULTILINE_IMPLICIT_KEY" &&
    all.some(({ code, pos }) => code === "MULTILINE_IMPLICIT_KEY" && pos[0] === offset);
  if (!isSpilled) return undefined;
  const astray = ofNeighbours(offset, text);
  if (astray !== undefined) return astray;
  const newline = text.indexOf("\n", offset);
  const indent = /^[^\S\n]*/.exec(text.slice(newline + 1))![0].length;
  const message = phrase`Cannot read the line: it is indented further than the one above`;
  return { offset: newline + 1 + indent, message, fix: ofNeighbours(newline + 1, text)?.fix };
}

/** What stands below a line of `---` in a file that has no article. */
function secondDocument({ offset, text }: Stumble): YamlProblem {
  const start = text.lastIndexOf("\n---", offset) + 1;
  const line = /^---[^\n]*(?:\n|$)/.exec(text.slice(start))?.[0] ?? "";
  if (text.slice(start + line.length).trim() !== "") {
    const message = phrase`Cannot read the line: there may be no line of --- here; ${BELOW}`;
    return { offset, message, isLast: true };
  }
  const message = phrase`Cannot read the line: there may be no line of --- here; delete it`;
  return { offset: start, message, fix: edit(start, "", start + line.length) };
}

const BELOW = phrase`what is below it belongs in a field, or in a file of its own`;

/** A line that is a note to those who write programs. */
function noteOfPrograms({ offset, start }: Stumble, [sign]: RegExpExecArray): YamlProblem {
  const message = phrase`Cannot read the line: a note begins with #`;
  return { offset, message, fix: edit(start, "# ", start + sign.length) };
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

/** A quote that does not end: the parser notices at the end, and the editor looks where it begins. */
function unclosedQuote({ document, text, offset: end }: Stumble): YamlProblem | undefined {
  const offset = lastBefore(document, end, (node) => {
    const isQuoted = isScalar(node) && /^QUOTE/.test(node.type ?? "");
    return isQuoted && node.range?.[1] === end && !isEnded(text, node.range[0], end);
  });
  const message = phrase`Cannot read what begins here: its closing quote is missing`;
  return offset === undefined ? undefined : { offset, message };
}

function isEnded(text: string, start: number, end: number): boolean {
  return end - start > 1 && text[end - 1] === text[start] && text[end - 2] !== "\\";
}

/** A list or map in brackets that does not end. */
function unclosedBracket({ document, text, offset: end }: Stumble): YamlProblem | undefined {
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
