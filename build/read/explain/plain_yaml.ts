import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type ParsedNode,
  type Scalar,
} from "yaml";
import { quote } from "../../diagnostic/wording.ts";
import { confusableOn, CURLY, hasConfusables, isCurlyQuoted } from "./confusables.ts";
import { oddIn } from "./odd_text.ts";
import { MAX_DEPTH, TOO_DEEP } from "./yaml_limits.ts";
import { edit, lineStartOf, quotesAround, valueOnLine, type YamlProblem } from "./yaml_problem.ts";
import { phrase } from "../../words/say.ts";

/**
 * What is YAML but no content: anchors and aliases, which are text that lacks its quotes (and would
 * let a small file grow without bounds), names of fields that are not text or hold what cannot be
 * seen, and bottomless nesting.
 */
export function unfitNodes(document: Document, text: string): YamlProblem[] {
  const problems: YamlProblem[] = [];
  const isSuspect = hasConfusables(text);
  const names = new Set(text.match(/[*&][^\s,\]}]+/g));
  eachNode(document.contents as ParsedNode | null, 0, (node, depth, isKey) => {
    const isName = isScalar(node) && (isKey || depth === 0);
    const confusable = isSuspect && isName ? confusableOn(text, node.range[0]) : undefined;
    if (confusable !== undefined) problems.push(confusable);
    const problem = confusable ? undefined : unfit(node, depth, isKey, text, names);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  return problems;
}

/** What begins the types of the language itself, such as !!str. */
const OWN_TAG = "tag:yaml.org,2002:";

const NO_TYPE = phrase`Cannot read the line: types are not written here; write the value alone, and
  text that looks like a number in quotes`;

function unfit(
  node: ParsedNode,
  depth: number,
  isKey: boolean,
  text: string,
  names: ReadonlySet<string>,
): YamlProblem | undefined {
  const [offset] = node.range;
  if (isAlias(node)) return needsQuotes("*", node, text, names);
  if (node.anchor) return needsQuotes("&", node, text, names);
  if (node.tag?.startsWith(OWN_TAG)) {
    return { offset: text.lastIndexOf("!", offset), message: NO_TYPE };
  }
  if (node.tag !== undefined) return needsQuotes("!", node, text, names);
  if (depth > MAX_DEPTH) return { offset, message: TOO_DEEP };
  if (!isKey || isScalar(node)) return undefined;
  return { offset, message: phrase`Cannot read the line: expected a field's name` };
}

/** A text that its first sign makes something else; if it is the whole value of a line, quotes fix it. */
function needsQuotes(
  sign: string,
  { range: [from, to] }: ParsedNode,
  text: string,
  names: ReadonlySet<string>,
): YamlProblem {
  const offset = text.lastIndexOf(sign, from);
  const value = valueOnLine(text, offset);
  const before = text.slice(lineStartOf(text, value.start), value.start);
  const [name] = /^[^\s,\]}]*/.exec(text.slice(offset + 1))!;
  // An anchor with its alias is no text.
  if (names.has(`&${name}`) && names.has(`*${name}`)) {
    const message = phrase`Cannot read the line: &${name} and *${name} are not used here; write the
      value itself in each place`;
    return { offset, message };
  }
  const isWhole = value.start === offset && before.trim() !== "" &&
    to <= offset + value.text.length && /^[*&!](?!.*: )[^[\]{}]*$/.test(value.text);
  const message =
    phrase`Cannot read the line: text that starts with ${sign} needs quotes around it`;
  return { offset, message, fix: isWhole ? quotesAround(value) : undefined };
}

/** Fields that are in a map for a second time. */
export function repeatedFields(
  document: Document,
  lineOf: (offset: number) => number,
): YamlProblem[] {
  const problems: YamlProblem[] = [];
  eachNode(document.contents as ParsedNode | null, 0, (node, depth) => {
    const keys = isMap(node) ? node.items.map(({ key }) => key as ParsedNode | null) : [];
    const known = new Map<unknown, ParsedNode>();
    for (const key of keys.filter(isScalar) as Scalar.Parsed[]) {
      const first = known.get(key.value);
      known.set(key.value, first ?? key);
      if (first === undefined) continue;
      const message = phrase`Cannot use the field ${quote(String(key))} twice:
        line ${lineOf(first.range[0])} has it already; keep one of them`;
      problems.push({ offset: key.range[0], message });
    }
    return depth <= MAX_DEPTH;
  });
  return problems;
}

/** What is hardly meant: curly quotes around a text, a text that a comment has cut, and what no one types. */
export function oddTexts(document: Document, text: string): YamlProblem[] {
  const values: Scalar.Parsed[] = [];
  eachNode(document.contents as ParsedNode | null, 0, (node, _, isKey) => {
    if (isScalar(node) && !isKey) values.push(node);
    return true;
  });
  const plain = values.filter(({ type }) => type === "PLAIN");
  return [
    ...plain.flatMap((node) => cutComment(node, text)),
    ...plain.filter(({ value }) => isCurlyQuoted(String(value)))
      .map(({ range: [offset] }) => ({ offset, message: CURLY })),
    ...values.flatMap((node) => oddCharacter(node, text)),
  ];
}

const CUT =
  phrase`What comes after # is a comment and is left out; if it belongs to the text, put quotes around the whole text`;

/** `title: Single #1` says `Single` to YAML: what looks like a cut text is reported. */
function cutComment({ range: [, end] }: Scalar.Parsed, text: string): YamlProblem[] {
  const behind = /^[ \t]*#(?=\S)/.exec(text.slice(end, end + 200));
  return behind === null ? [] : [{ offset: end + behind[0].length - 1, message: CUT }];
}

/** What is more than text to YAML, or says nothing or whether something is so. */
const NO_TEXT = /^(?:[[\]{},*&!|>@%`"'#]|[-?:](?:\s|$)|(?:~|null|true|false)$)|\s#|:(?:\s|$)/i;

/** The first part of a text that no one types. */
function oddCharacter({ range: [start, end], value, type }: Scalar.Parsed, text: string) {
  const written = text.slice(start, end);
  if (!String(value).isWellFormed()) {
    const offset = start + Math.max(0, written.search(HALF));
    return [{ offset, message: HALF_CHARACTER }];
  }
  const odd = oddIn(written, type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED");
  if (odd === undefined) return [];
  const isText = odd.mended !== undefined && !(type === "PLAIN" && NO_TEXT.test(odd.mended));
  const fix = isText ? edit(start, odd.mended!, end) : undefined;
  return [{ offset: start + odd.at, message: odd.message, fix }];
}

/** The first half of a character without its second one, or the second one alone. */
const HALF =
  /\\u(?:[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u)[dD][c-fC-F])|\\U/;
const HALF_CHARACTER =
  phrase`Half a character is here, such as of an emoji that was cut: write it again, or delete it`;

/** Visits a tree from the top; `visit` returns whether to go on below a node. */
function eachNode(
  node: ParsedNode | null,
  depth: number,
  visit: (node: ParsedNode, depth: number, isKey: boolean) => boolean,
  isKey = false,
): void {
  if (node === null || !visit(node, depth, isKey) || !isCollection(node)) return;
  for (const item of node.items) {
    if (!isPair(item)) eachNode(item as ParsedNode, depth + 1, visit);
    else {
      eachNode(item.key as ParsedNode | null, depth + 1, visit, true);
      eachNode(item.value as ParsedNode | null, depth + 1, visit);
    }
  }
}
