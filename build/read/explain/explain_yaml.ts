/**
 * This room explains what in a YAML text is broken, or is no content.
 *
 * @module
 */

import {
  type Document,
  type ErrorCode,
  isScalar,
  Lexer,
  type ParsedNode,
  type YAMLError,
} from "yaml";
import { beginsCurly, confusableOn, CURLY } from "./confusables.ts";
import { ofNeighbours } from "./neighbours.ts";
import {
  lineStartOf,
  type LineValue,
  quotesAround,
  valueOnLine,
  type YamlProblem,
} from "./yaml_problem.ts";
import { putInWords } from "./yaml_words.ts";
import { phrase, type Words } from "../../words/say.ts";
import { oddIn } from "./odd_text.ts";
import { eachNode, MAX_DEPTH, TOO_DEEP } from "./plain_yaml.ts";

/** As many as one person fixes in one go; each is compared with all others. */
const MAX_COMPLAINTS = 300;

/** The characters that are looked through to explain them all: each needs the whole text. */
const MAX_LOOKED_THROUGH = 1_500_000;

/**
 * Explains what is wrong with a YAML text. One mistake often makes the parser stumble several times:
 * of each line the first problem is reported, and of the file the first one that leads it astray.
 */
export function explainYaml(document: Document, text: string): YamlProblem[] {
  const fences = document.errors.length === 0 ? [] : [...text.matchAll(FENCE)];
  if (fences.length > 0) return fences.map(fenceLine);
  const most = Math.min(MAX_COMPLAINTS, Math.ceil(MAX_LOOKED_THROUGH / (text.length + 1)));
  const complaints = [...document.errors, ...document.warnings].slice(0, most);
  const told = new Set<number>();
  const isTold = (offset: number) => told.has(lineStartOf(text, offset));
  const problems: YamlProblem[] = [];
  let isAstray = false;
  for (const complaint of complaints) {
    const [offset] = complaint.pos;
    if (isTold(offset)) continue;
    const problem = explain(complaint, complaints, document, text);
    const isConsequence = isAstray && problem.isStructural === true;
    if (!isTold(problem.offset) && !isConsequence) problems.push(problem);
    if (problem.isLast) break;
    isAstray ||= problem.isStructural === true;
    for (const at of [offset, problem.offset]) told.add(lineStartOf(text, at));
  }
  return problems;
}

/** A line around code, as chats and articles have it. */
const FENCE = /^(?:`{3,}|~{3,})[\w-]*[ \t]*\r?(?:\n|$)/gm;

function fenceLine({ index, 0: line }: RegExpExecArray): YamlProblem {
  const message = phrase`Cannot read the line: it marks code in chats and articles; delete it`;
  const fix = { span: { start: index, end: index + line.length }, replacement: "" };
  return { offset: index, message, fix };
}

function explain(
  complaint: YAMLError,
  all: readonly YAMLError[],
  document: Document,
  text: string,
): YamlProblem {
  const { pos: [offset] } = complaint;
  const confusable = confusableOn(text, offset);
  if (confusable !== undefined) return confusable;
  if (beginsCurly(text.slice(offset, offset + 1))) {
    return { offset, message: phrase`Cannot read the line: ${CURLY}` };
  }
  const reserved = reservedStart(complaint, text);
  if (reserved !== undefined) return reserved;
  const directive = all.find(({ code, pos }) => code === "BAD_DIRECTIVE" && pos[0] <= offset);
  const spilled = all.find(({ code, pos }) =>
    code === "MULTILINE_IMPLICIT_KEY" && pos[0] === offset
  );
  if (spilled !== undefined && spilled !== complaint) return indentedTooFar(offset, text);
  return putInWords(complaint.code === "MISSING_CHAR" && directive || complaint, document, text);
}

/** `title: a` with a line below it that is indented as if it belonged to the title. */
function indentedTooFar(offset: number, text: string): YamlProblem {
  const astray = ofNeighbours(offset, text);
  if (astray !== undefined) return astray;
  const newline = text.indexOf("\n", offset);
  const indent = /^[^\S\n]*/.exec(text.slice(newline + 1))![0].length;
  const message = phrase`Cannot read the line: it is indented further than the one above`;
  return { offset: newline + 1 + indent, message, fix: ofNeighbours(newline + 1, text)?.fix };
}

/** Texts of a document that contain something that no one types. Of each the first is reported. */
export function oddCharacters(document: Document, text: string): YamlProblem[] {
  const problems: YamlProblem[] = [];
  eachNode(document.contents as ParsedNode | null, 0, (node, _, isKey) => {
    if (!isScalar(node) || isKey) return true;
    const [start, end] = node.range;
    const written = text.slice(start, end);
    if (!String(node.value).isWellFormed()) {
      problems.push({ offset: start + Math.max(0, written.search(HALF)), message: HALF_CHARACTER });
      return true;
    }
    const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
    const odd = oddIn(written, isBlock);
    if (odd === undefined) return true;
    const fix = odd.mended === undefined
      ? undefined
      : { span: { start, end }, replacement: odd.mended };
    problems.push({ offset: start + odd.at, message: odd.message, fix });
    return true;
  });
  return problems;
}

/** The first half of a character without its second one, or the second one alone. */
const HALF =
  /\\u(?:[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u)[dD][c-fC-F])|\\U/;
const HALF_CHARACTER =
  phrase`Half a character is here, such as of an emoji that was cut: write it again, or delete it`;

/** Codes that say by themselves that a text begins with a sign of YAML's. */
const STARTS: readonly ErrorCode[] = [
  ...["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "BAD_ALIAS", "ALIAS_PROPS"] as const,
  ...["MULTIPLE_ANCHORS", "MULTIPLE_TAGS", "BAD_PROP_ORDER", "BAD_COLLECTION_TYPE"] as const,
];

const SIGNS = "[]{}*&!?|>@%`,";

/** Explains a text that begins with a character that makes it something else than text. */
function reservedStart(complaint: YAMLError, text: string): YamlProblem | undefined {
  const { code, pos: [offset] } = complaint;
  const value = valueOnLine(text, offset);
  const sign = otherSign(code, value, offset, text);
  if (sign !== undefined) return sign;
  if (isMeant(code, value, offset, text)) return needsQuotes(value, text);
  if (code === "UNEXPECTED_TOKEN" && offset === value.start && /^-\s/.test(value.text)) {
    const message = phrase`Cannot read the line: text that starts with - needs quotes around it,
      and a list begins on the line below its field`;
    return { offset, message };
  }
  if (!STARTS.includes(code)) return undefined;
  const entry = /^[\[{]/.test(value.text) ? /^[^,\]}\n]+/.exec(text.slice(offset))?.[0] : undefined;
  if (entry !== undefined) return needsQuotes({ start: offset, text: entry.trimEnd() }, text);
  return needsQuotes({ start: text[offset - 1] === "&" ? offset - 1 : offset, text: "" }, text);
}

/** A sign that is not meant as text: a bullet, a hyphen for what is not known, a bracket too many. */
function otherSign(
  code: ErrorCode,
  { start, text: value }: LineValue,
  offset: number,
  text: string,
): YamlProblem | undefined {
  const before = text.slice(lineStartOf(text, start), start);
  if (/^\*\s/.test(value) && before.trim() === "") {
    const [bullets] = /^(?:\s*\*\s[^\n]*)+/.exec(text.slice(start))!;
    const fix = {
      span: { start, end: start + bullets.length },
      replacement: bullets.replace(/^(\s*)\*/gm, "$1-"),
    };
    return { offset: start, message: BULLET, fix };
  }
  if (value === "-" && before.includes(":")) {
    return { offset: start, message: LONE_HYPHEN };
  }
  const isClosed = /^[[{]/.test(value) && /[\]}]\s*$/.test(text.slice(start, offset));
  if (code !== "UNEXPECTED_TOKEN" || !isClosed || !/^[\]}]/.test(text.slice(offset))) {
    return undefined;
  }
  const message = phrase`Cannot read the line: this ${text[offset]} closes nothing; delete it`;
  const fix = { span: { start: offset, end: offset + 1 }, replacement: "" };
  return { offset, message, fix, isLast: true };
}

const BULLET = phrase`Cannot read the line: an entry of a list begins with a hyphen and a space`;
const LONE_HYPHEN =
  phrase`Cannot read the line: a hyphen alone is no value; leave the field out until it is known`;

function needsQuotes(value: LineValue, text: string): YamlProblem {
  const message = phrase`Cannot read the line: text that starts with ${
    text[value.start]
  } needs quotes around it`;
  const before = text.slice(lineStartOf(text, value.start), value.start);
  // Where fields begin, a colon may stand behind a field's name.
  const mayBeField = /: /.test(value.text) && !/:\s+$/.test(before);
  return { offset: value.start, message, fix: mayBeField ? undefined : quotesAround(value) };
}

/** Whether it is the first character of the line's value that the parser stumbled over. */
function isMeant(code: ErrorCode, { start, text: value }: LineValue, offset: number, text: string) {
  const sign = value[0];
  if (sign === undefined || !SIGNS.includes(sign) || offset < start) return false;
  if (STARTS.includes(code)) return offset <= start + (/[[{]/.test(sign) ? 0 : 1);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return sign === "?" && offset === start;
  if (code !== "UNEXPECTED_TOKEN") return false;
  if (sign === "[" || sign === "{") return /[\]}]\s*$/.test(text.slice(start, offset));
  return offset <= start + 1 || sign === "*" || sign === "&" || sign === "!";
}

/**
 * The most fields and list items that one file may have. The setlists of a real group are some
 * hundreds; a file of 20,000 is parsed in about a second.
 */
const MAX_ENTRIES = 20_000;

/** The most signs, texts, spaces and line ends between them: so many entries have fewer. */
const MAX_TOKENS = 150_000;

/** What the lexer puts in front of a text, which is no part of the file; the next token is the text. */
const SCALAR = "\x1f";
/** The lexer's other marks that are no part of the file: a document begins, a flow collection ends. */
const MARKS = ["\x02", "\x18"];

/**
 * Where a text has more than any content has, so that parsing it would take minutes: entries, or
 * brackets within brackets. Taking a text apart into tokens is linear, and ends where it is too much.
 */
export function excessIn(text: string): YamlProblem | undefined {
  let [offset, entries, depth] = [0, 0, 0];
  let isText = false;
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === SCALAR || MARKS.includes(token)) {
      isText = token === SCALAR;
      continue;
    }
    if (!isText) {
      if (token === ":" || token === "-" || token === ",") entries++;
      else if (token === "[" || token === "{") depth++;
      else if (token === "]" || token === "}") depth--;
    }
    if (++tokens > MAX_TOKENS) return { offset, message: TOO_MUCH };
    if (entries > MAX_ENTRIES) return { offset, message: tooMany() };
    if (depth > MAX_DEPTH) return { offset, message: TOO_DEEP };
    isText = false;
    offset += token.length;
  }
  return undefined;
}

const TOO_MUCH = phrase`Cannot read the file: it has more signs of YAML than any content has;
  take out what does not belong to it`;
function tooMany(): Words {
  return phrase`Cannot read the file: it has more than ${MAX_ENTRIES.toLocaleString("en")}
    fields and list items; divide it into several files`;
}
