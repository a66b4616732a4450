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
import { phrase, type Words } from "../../words/say.ts";

/**
 * What is YAML but no content: anchors and aliases, which are text that lacks its quotes (and would
 * let a small file grow without bounds), names of fields that are not text or hold what cannot be
 * seen, and bottomless nesting.
 */
export function unfitNodes(document: Document, text: string): YamlProblem[] {
  const problems: YamlProblem[] = [];
  const isSuspect = hasConfusables(text);
  eachNode(document.contents as ParsedNode | null, 0, (node, depth, isKey) => {
    const isName = isScalar(node) && (isKey || depth === 0);
    const confusable = isSuspect && isName ? confusableOn(text, node.range[0]) : undefined;
    if (confusable !== undefined) problems.push(confusable);
    const problem = confusable ? undefined : unfit(node, depth, isKey, text);
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
): YamlProblem | undefined {
  const [offset] = node.range;
  if (isAlias(node)) return needsQuotes("*", offset, text);
  if (node.anchor) return needsQuotes("&", text.lastIndexOf("&", offset), text);
  if (node.tag?.startsWith(OWN_TAG)) {
    return { offset: text.lastIndexOf("!", offset), message: NO_TYPE };
  }
  if (node.tag !== undefined) return needsQuotes("!", text.lastIndexOf("!", offset), text);
  if (depth > MAX_DEPTH) return { offset, message: TOO_DEEP };
  if (!isKey || isScalar(node)) return undefined;
  return { offset, message: phrase`Cannot read the line: expected a field's name` };
}

/** A text that its first sign makes something else; if it is the whole value of a line, quotes fix it. */
function needsQuotes(sign: string, offset: number, text: string): YamlProblem {
  const value = valueOnLine(text, offset);
  const before = text.slice(lineStartOf(text, value.start), value.start);
  const isWhole = value.start === offset && before.trim() !== "" &&
    /^[*&!](?!.*: )[^[\]{}]*$/.test(value.text);
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
    if (isMap(node)) {
      const known = new Map<unknown, ParsedNode>();
      for (const key of node.items.map(({ key }) => key as ParsedNode | null)) {
        if (!isScalar(key)) continue;
        const first = known.get(key.value);
        if (first === undefined) known.set(key.value, key);
        else problems.push({ offset: key.range[0], message: twice(key, lineOf(first.range[0])) });
      }
    }
    return depth <= MAX_DEPTH;
  });
  return problems;
}

function twice(key: ParsedNode, line: number): Words {
  return phrase`Cannot use the field ${quote(String(key))} twice:
    line ${line} has it already; keep one of them`;
}

/** `name: “Aya”` keeps its quotes: straight ones around them say that this is meant. */
export function curlyQuotes(document: Document, text: string): YamlProblem[] {
  if (!/[“”„‘’＂＇]/.test(text)) return [];
  return plainScalars(document).filter(({ value }) => isCurlyQuoted(String(value)))
    .map(({ range: [offset] }) => ({ offset, message: CURLY }));
}

/** The values that have no quotes around them. */
function plainScalars(document: Document): Scalar.Parsed[] {
  const found: Scalar.Parsed[] = [];
  eachNode(document.contents as ParsedNode | null, 0, (node) => {
    if (isScalar(node) && node.type === "PLAIN") found.push(node);
    return true;
  });
  return found;
}

/** `title: Single #1` says `Single` to YAML: what looks like a cut text is reported. */
export function cutComments(document: Document, text: string): YamlProblem[] {
  if (!/#\S/.test(text)) return [];
  const message =
    phrase`What comes after # is a comment and is left out; if it belongs to the text, put quotes around the whole text`;
  return plainScalars(document).flatMap(({ range: [, end] }) => {
    const behind = /^[ \t]*#(?=\S)/.exec(text.slice(end, end + 200));
    return behind === null ? [] : [{ offset: end + behind[0].length - 1, message }];
  });
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
    const fix = odd.mended === undefined ? undefined : edit(start, odd.mended, end);
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
