import type { ErrorCode, YAMLError } from "yaml";
import { lineStartOf, type LineValue, quotesAround, valueOnLine } from "./line_value.ts";
import type { YamlProblem } from "./yaml_problem.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** Codes that say by themselves that a text begins with a sign of YAML's. */
const STARTS: readonly ErrorCode[] = [
  ...["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "BAD_ALIAS", "ALIAS_PROPS"] as const,
  ...["MULTIPLE_ANCHORS", "MULTIPLE_TAGS", "BAD_PROP_ORDER", "BAD_COLLECTION_TYPE"] as const,
];

const SIGNS = "[]{}*&!?|>@%`,";

/** Explains a text that begins with a character that makes it something else than text. */
export function reservedStart(complaint: YAMLError, text: string): YamlProblem | undefined {
  const { code, pos: [offset] } = complaint;
  const value = valueOnLine(text, offset);
  const sign = otherSign(code, value, offset, text);
  if (sign !== undefined) return sign;
  if (isMeant(code, value, offset, text)) return needsQuotes(value, text);
  if (code === "UNEXPECTED_TOKEN" && offset === value.start && /^-\s/.test(value.text)) {
    const message = say`Cannot read the line: text that starts with - needs quotes around it,
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
    return { offset: start, message: translated(LONE_HYPHEN) };
  }
  const isClosed = /^[[{]/.test(value) && /[\]}]\s*$/.test(text.slice(start, offset));
  if (code !== "UNEXPECTED_TOKEN" || !isClosed || !/^[\]}]/.test(text.slice(offset))) {
    return undefined;
  }
  const message = say`Cannot read the line: this ${text[offset]} closes nothing; delete it`;
  const fix = { span: { start: offset, end: offset + 1 }, replacement: "" };
  return { offset, message, fix, isLast: true };
}

const BULLET = say`Cannot read the line: an entry of a list begins with a hyphen and a space`;
const LONE_HYPHEN =
  phrase`Cannot read the line: a hyphen alone is no value; leave the field out until it is known`;

function needsQuotes(value: LineValue, text: string): YamlProblem {
  const message = say`Cannot read the line: text that starts with ${
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
