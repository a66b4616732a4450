/** Bounds of a YAML text: what is beyond them would take minutes, or the stack of what walks it. */

import { Lexer } from "yaml";
import { phrase, type Words } from "../../words/say.ts";
import type { YamlProblem } from "./yaml_problem.ts";

/** Content is three or four levels deep. */
export const MAX_DEPTH = 50;

/** What is said of deeper content. */
export const TOO_DEEP = phrase`Cannot read the file: it is nested too deeply here`;

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

const TOO_MUCH = phrase`Cannot read the file: it has more signs of YAML than any content has;
  take out what does not belong to it`;

/**
 * Where a text has more than any content has: entries, or brackets within brackets. Taking a text apart
 * into tokens is linear, and ends where it is too much.
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

function tooMany(): Words {
  return phrase`Cannot read the file: it has more than ${MAX_ENTRIES.toLocaleString("en")}
    fields and list items; divide it into several files`;
}
