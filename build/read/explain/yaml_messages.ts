/**
 * This room explains what in a YAML text is broken, or is no content: a table of what the parser
 * complains of and of what stands on the line.
 *
 * @module
 */

import type { Document, ErrorCode } from "yaml";
import type { TextEdit } from "../../diagnostic/diagnostic.ts";
import { phrase, type Words } from "../../words/say.ts";
import { confusableOn } from "./confusables.ts";
import {
  confusableAbove,
  flowAround,
  indentedTooFar,
  isBySign,
  isInList,
  mayBeTwo,
  needsQuotes,
  STARTS,
  type Stumble,
  stumbleAt,
  TWO_FIELDS,
  unclosedBracket,
  unclosedQuote,
} from "./stumble.ts";
import { TOO_DEEP } from "./yaml_limits.ts";
import { edit, lineStartOf, quotesAround, type YamlProblem } from "./yaml_problem.ts";

/** As many as one person fixes in one go; each is compared with all others. */
const MAX_COMPLAINTS = 300;

/** The characters that are looked through to explain them all: each needs the whole text. */
const MAX_LOOKED_THROUGH = 1_500_000;

/** A line around code, as chats and articles have it. */
const FENCE = /^(?:`{3,}|~{3,})[\w-]*[ \t]*\r?$/m;
const FENCED = phrase`Cannot read the line: it marks code in chats and articles; delete it`;

/**
 * Explains what is wrong with a YAML text. One mistake often makes the parser stumble several times:
 * of each line the first problem is reported, and of the file the first one that leads it astray.
 */
export function explainYaml(document: Document, text: string): YamlProblem[] {
  const fence = document.errors.length === 0 ? -1 : text.search(FENCE);
  if (fence >= 0) return [{ offset: fence, message: FENCED }];
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

/** A row of the table: what is said where the parser complains so, and the line looks so. */
interface Row {
  /** The parser's codes; any where they are left out. */
  readonly codes?: readonly ErrorCode[];
  readonly part?: "line" | "before" | "behind";
  /** What the part of the line looks like. */
  readonly form?: RegExp;
  readonly say: Words | ((at: Stumble, found: RegExpExecArray) => YamlProblem | undefined);
  /** What mends that which is said in words alone. */
  readonly fix?: (at: Stumble, found: RegExpExecArray) => TextEdit | undefined;
  /** Whether the lines below it cannot be read either, or nothing at all is to be said of them. */
  readonly isStructural?: boolean;
  readonly isLast?: boolean;
}

function explain(at: Stumble): YamlProblem {
  const { offset } = at;
  for (const { codes, part = "line", form = /^/, say, fix, ...more } of ROWS) {
    if (codes !== undefined && !codes.includes(at.code)) continue;
    const found = form.exec(at[part]);
    if (found === null) continue;
    const problem = typeof say === "function" ? say(at, found) : { offset, message: say };
    if (problem !== undefined) return { fix: fix?.(at, found), ...more, ...problem };
  }
  return { offset, message: NO_FIELD };
}

const NO_FIELD = phrase`Cannot read the line: expected a field's name, then a colon and a space`;
const NOT_ALIGNED = phrase`Cannot read the line: it is not indented like its neighbours`;
const NO_HYPHEN =
  phrase`Cannot read the line: it is not indented like its neighbours, or its hyphen and space are missing`;
const UNREADABLE = phrase`Cannot read the line: it means something else here than text;
  put quotes around text that holds colons, brackets or quotes`;

/** Lines of a list, each with its sign. */
const BULLETS = /^(?:\s*(?:\*[ \t]+|[•●▪‣◦·－][ \t\u3000]*|[–—][ \t]+)\S[^\n]*)+/;

/** The rows in the order in which they are tried; the first that says something is taken. */
const ROWS: readonly Row[] = [
  { say: ({ text, offset, start }) => confusableOn(text, offset) ?? confusableAbove(text, start) },
  {
    form: /^[ \t]*(?=(?:\*[ \t]+|[•●▪‣◦·－][ \t\u3000]*|[–—][ \t]+)\S)/,
    isStructural: true,
    say: ({ start, text }, [indent]) => {
      const offset = start + indent.length;
      const [bullets = ""] = BULLETS.exec(text.slice(offset)) ?? [];
      const hyphens = bullets.replace(/^(\s*)[*•●▪‣◦·－–—][ \t\u3000]*/gm, "$1- ");
      const message =
        phrase`Cannot read the line: this list has signs such as •: write a hyphen and a space in
          their place`;
      return { offset, message, fix: edit(offset, hyphens, offset + bullets.length) };
    },
  },
  { say: (at) => isBySign(at) ? needsQuotes(at.value, at.text) : undefined },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^-(?:\s|$)/,
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
    part: "behind",
    form: /^\\[\p{L}\p{N}]/u,
    say: phrase`Cannot read the line: between double quotes a backslash is written twice`,
    fix: ({ offset }) => edit(offset, "\\"),
  },
  {
    codes: ["BAD_DQ_ESCAPE"],
    say: phrase`Cannot read the line: no backslash is needed here; delete it, or write it twice if
      it belongs to the text`,
  },
  {
    codes: ["MULTIPLE_DOCS"],
    say: phrase`Cannot read the line: there may be no line of --- here; delete it, and put what is
      below it into a field, or into a file of its own`,
    isLast: true,
  },
  { codes: ["RESOURCE_EXHAUSTION"], say: TOO_DEEP },
  {
    codes: ["BLOCK_AS_IMPLICIT_KEY"],
    isStructural: true,
    say: ({ offset, text }) =>
      /^\s*-\s/.test(text.slice(offset, offset + 200))
        ? { offset, message: NOT_ALIGNED }
        : undefined,
  },
  {
    codes: ["BLOCK_AS_IMPLICIT_KEY"],
    say: phrase`Cannot read the line: text that holds a colon followed by a space needs quotes
      around it${TWO_FIELDS}`,
    fix: ({ offset, value }) =>
      value.start !== offset || mayBeTwo(value.text) ? undefined : quotesAround(value),
  },
  { codes: ["BAD_INDENT"], say: unclosedBracket },
  { codes: ["BAD_INDENT"], say: NOT_ALIGNED, isStructural: true },
  {
    codes: ["MISSING_CHAR"],
    part: "behind",
    form: /^#\S/,
    // `"Single"#2` may be one text.
    say: ({ offset, before }) =>
      !/["']$/.test(before) ? undefined : {
        offset,
        message: phrase`Cannot read the line: put # and what is behind it between the quotes, or a
          space in front of it if it is a note`,
      },
  },
  {
    codes: ["MISSING_CHAR"],
    part: "behind",
    form: /^#/,
    say: phrase`Cannot read the line: expected a space in front of #`,
    fix: ({ offset }) => edit(offset, " "),
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
    form: /^,\s*$/,
    say: ({ offset, before }) =>
      !/["'][ \t]*$/.test(before) ? undefined : {
        offset,
        message: phrase`Cannot read the line: no comma ends a line here; delete it`,
        fix: edit(offset, "", offset + 1),
      },
  },
  {
    codes: ["UNEXPECTED_TOKEN"],
    part: "behind",
    form: /^,/,
    say: phrase`Cannot read the line: expected an entry in front of this comma`,
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
    say: phrase`Cannot read the line: expected a space behind the hyphen`,
    fix: ({ start }, [hyphen]) => edit(start + hyphen.length, " "),
    isStructural: true,
  },
  {
    isStructural: true,
    say: ({ document, offset, before }) =>
      isInList(document, offset)
        ? { offset, message: before.trim() === "" ? NO_HYPHEN : UNREADABLE }
        : undefined,
  },
  {
    form: /^\s*[\w-]+:(?:\s|$)/,
    isStructural: true,
    say: ({ offset, before }) => ({
      offset,
      message: before.trim() === "" ? NOT_ALIGNED : UNREADABLE,
    }),
  },
  {
    form: /^[ \t]*(?:\/\/|\/\*|<!--|＃)[ \t\u3000]*/,
    say: phrase`Cannot read the line: a note begins with #`,
    fix: ({ start }, [sign]) => edit(start, "# ", start + sign.length),
  },
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
