import type { YAMLError } from "yaml";
import { TOO_DEEP } from "./plain_yaml.ts";
import type { YamlProblem } from "./yaml_problem.ts";

const LINE = "Cannot read the line";
const NOT_ALIGNED = `${LINE}: it is not indented like its neighbours`;

const BEHIND_QUOTE = `${LINE}: expected nothing more behind the closing quote; ` +
  "put text that holds quotes between quotes of the other kind";

const CONFLICT = `${LINE}: two versions of this file meet here, as Git left them; ` +
  "keep the lines of one, and delete those of <<<<<<<, ======= and >>>>>>>";

/** What the parser's complaints mean to somebody who writes content. */
const WORDS: readonly (readonly [complaint: RegExp, words: string])[] = [
  [/^Tabs are not/, `${LINE}: it is indented with a tab; use spaces`],
  [
    /^Nested mappings/,
    `${LINE}: text that holds a colon followed by a space needs quotes around it`,
  ],
  [/^Unexpected block-seq-ind/, `${LINE}: a list begins on the line below its field`],
  [/may not be used as an implicit map key|must start at the same column/, NOT_ALIGNED],
  [/^Sequence item without/, `${LINE}: expected a hyphen and a space, as in the list around it`],
  [/^Comments must be separated/, `${LINE}: expected a space in front of #`],
  [/^Missing , /, `${LINE}: expected a comma in front of this`],
  [/^Unexpected ,/, `${LINE}: expected an entry in front of this comma`],
  [/multiple documents/, `${LINE}: there may be no line of --- here`],
  [/^Invalid escape/, `${LINE}: between double quotes a backslash is written twice`],
  [/call stack/, TOO_DEEP],
];

/** Explains in an editor's words what the parser complains of; `inList`: the whole file is a list. */
export function putInWords(complaint: YAMLError, text: string, inList: boolean): YamlProblem {
  const reserved = reservedCharacter(complaint, text);
  if (reserved !== undefined) {
    const message = `${LINE}: text that starts with ${text[reserved]} needs quotes around it`;
    return { offset: reserved, message };
  }
  const known = WORDS.find(([pattern]) => pattern.test(complaint.message));
  return { offset: complaint.pos[0], message: known?.[1] ?? wordsForLine(complaint, text, inList) };
}

/** Where a text begins with a character that makes it something else than text. */
function reservedCharacter({ code, message, pos }: YAMLError, text: string): number | undefined {
  const [offset] = pos;
  if (/^Missing directives-end/.test(message)) return text.indexOf("%");
  if (/^Block scalar header/.test(message)) return offset - 1;
  if (/^Not a YAML token/.test(message)) {
    return Math.max(text.lastIndexOf(">", offset - 1), text.lastIndexOf("|", offset - 1));
  }
  const starts = ["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "BAD_DIRECTIVE"];
  return starts.includes(code) || /in YAML stream: "[\]}]/.test(message) ? offset : undefined;
}

function wordsForLine({ code, message, pos }: YAMLError, text: string, inList: boolean): string {
  const lineStart = text.lastIndexOf("\n", pos[0] - 1) + 1;
  const before = text.slice(lineStart, pos[0]);
  if (/^(?:<{7}|={7}|>{7})/.test(text.slice(lineStart, lineStart + 7))) return CONFLICT;
  if (/^\s*-\S/.test(text.slice(lineStart, lineStart + 80))) {
    return `${LINE}: expected a space behind the hyphen`;
  }
  if (/['"]\s*$/.test(before)) return BEHIND_QUOTE;
  if (before.trim() === "" && inList) return `${LINE}: expected a hyphen and a space, as above`;
  if (code === "MULTILINE_IMPLICIT_KEY" || code === "MISSING_CHAR") {
    return `${LINE}: expected a field's name, then a colon and a space`;
  }
  return before.trim() === "" ? NOT_ALIGNED : `${LINE}: ${message}`;
}
