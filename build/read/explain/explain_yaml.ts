/**
 * This room explains what in a YAML text is broken, or is no content.
 *
 * @module
 */

import {
  type Document,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLError,
} from "yaml";
import { beginsCurly, confusableOn, CURLY } from "./confusables.ts";
import type { YamlProblem } from "./yaml_problem.ts";
import { putInWords } from "./yaml_words.ts";

/** The limit of what one person mends in one go; each is compared with all others. */
const MAX_COMPLAINTS = 1000;

/**
 * Explains what is wrong with a YAML text. One mistake often makes the parser stumble several times:
 * of each line the first problem is reported.
 */
export function explainYaml(document: Document, text: string): YamlProblem[] {
  const complaints = [...document.errors, ...document.warnings].slice(0, MAX_COMPLAINTS);
  const told = new Set<number>();
  const isTold = (offset: number) => told.has(text.lastIndexOf("\n", offset - 1));
  const problems: YamlProblem[] = [];
  for (const complaint of complaints) {
    const [offset] = complaint.pos;
    if (isTold(offset)) continue;
    const problem = explain(complaint, complaints, document, text);
    if (!isTold(problem.offset)) problems.push(problem);
    for (const at of [offset, problem.offset]) told.add(text.lastIndexOf("\n", at - 1));
  }
  return problems;
}

function explain(
  complaint: YAMLError,
  all: readonly YAMLError[],
  document: Document,
  text: string,
): YamlProblem {
  const { message, pos: [offset] } = complaint;
  const confusable = confusableOn(text, offset);
  if (confusable !== undefined) return confusable;
  if (beginsCurly(text.slice(offset, offset + 1))) {
    return { offset, message: `Cannot read the line: ${CURLY}` };
  }
  if (message.startsWith("Missing closing")) return unclosedQuote(document, offset);
  if (message.startsWith("Flow")) return unclosedBracket(complaint, document);
  const spilled = all.find(({ code, pos }) =>
    code === "MULTILINE_IMPLICIT_KEY" && pos[0] === offset
  );
  if (spilled !== undefined && spilled !== complaint) return indentedTooFar(offset, text);
  return putInWords(complaint, text, isSeq(document.contents));
}

/** The parser notices at the end of the file; the editor has to look where the quote begins. */
function unclosedQuote(document: Document, end: number): YamlProblem {
  const opened = lastBefore(
    document,
    end,
    (node) => isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE"),
  );
  const message = "Cannot read what begins here: its closing quote is missing";
  return { offset: opened ?? end, message };
}

function unclosedBracket({ message, pos: [end] }: YAMLError, document: Document): YamlProblem {
  const opened = lastBefore(document, end, (node) => isCollection(node) && node.flow === true);
  const bracket = message.includes("}") ? "}" : "]";
  return {
    offset: opened ?? end,
    message: `Cannot read what begins here: its closing ${bracket} is missing`,
  };
}

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

/** `title: a` with a line below it that is indented as if it belonged to the title. */
function indentedTooFar(offset: number, text: string): YamlProblem {
  const newline = text.indexOf("\n", offset);
  const indent = /^[^\S\n]*/.exec(text.slice(newline + 1))![0].length;
  const message = "Cannot read the line: it is indented further than the one above";
  return { offset: newline + 1 + indent, message };
}
