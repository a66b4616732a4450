/**
 * This room explains what in a YAML text is broken, or is no content.
 *
 * @module
 */

import type { Document, YAMLError } from "yaml";
import { beginsCurly, confusableOn, CURLY } from "./confusables.ts";
import { ofNeighbours } from "./neighbours.ts";
import type { YamlProblem } from "./yaml_problem.ts";
import { reservedStart } from "./reserved_start.ts";
import { putInWords } from "./yaml_words.ts";
import { lineStartOf } from "./line_value.ts";
import { say, translated } from "../../words/say.ts";

/** As many as one person fixes in one go; each is compared with all others. */
const MAX_COMPLAINTS = 300;

/** The characters that are looked through to explain them all: each needs the whole text. */
const MAX_LOOKED_THROUGH = 1_500_000;

function mostComplaints(text: string): number {
  return Math.min(MAX_COMPLAINTS, Math.ceil(MAX_LOOKED_THROUGH / (text.length + 1)));
}

/**
 * Explains what is wrong with a YAML text. One mistake often makes the parser stumble several times:
 * of each line the first problem is reported, and of the file the first one that leads it astray.
 */
export function explainYaml(document: Document, text: string): YamlProblem[] {
  const fences = document.errors.length === 0 ? [] : [...text.matchAll(FENCE)];
  if (fences.length > 0) return fences.map(fenceLine);
  const complaints = [...document.errors, ...document.warnings].slice(
    0,
    mostComplaints(text),
  );
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
  const message = say`Cannot read the line: it marks code in chats and articles; delete it`;
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
    return { offset, message: say`Cannot read the line: ${translated(CURLY)}` };
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
  const message = say`Cannot read the line: it is indented further than the one above`;
  return { offset: newline + 1 + indent, message, fix: ofNeighbours(newline + 1, text)?.fix };
}
