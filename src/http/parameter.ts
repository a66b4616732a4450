import { isCivilDate } from "../time/civil_date.ts";
import { choiceText, type TextReader, wholeNumberText } from "../toolbox/text_reader.ts";
import { invalidParameter } from "./http_error.ts";
import type { JsonSchema } from "./error_table.ts";
import type { JsonBody, ParsedRequest } from "./request.ts";

/** One parameter of an endpoint: what it takes, and how its text is read. */
export interface Parameter<T> extends TextReader<T> {
  /** Reads all values if it may be repeated; absent: several values must be equal. */
  readAll?(texts: readonly string[]): T | undefined;
  /** The values whose text is read, for programs. */
  readonly schema: JsonSchema;
  /** The value if the parameter is left out. */
  readonly absent: T;
  readonly required: boolean;
  /** A second name under which it is taken. */
  readonly alias?: string;
  /** Whether a list in a body without values leaves it out. */
  readonly isEmptyAbsent?: boolean;
  /** A number above it is read as it. */
  readonly most?: number;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that an endpoint's parameters have in a request. */
export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

type Asked = Pick<ParsedRequest, "query" | "body">;

/**
 * Reads an endpoint's parameters from path, query, then body, as values and as a text that names them.
 * Unknown ones are ignored; {@linkcode ignoredNames} has them.
 *
 * @throws {HttpError} `INVALID_PARAMETER` if one is malformed, empty, given twice with different
 *   values, or missing though required
 */
export function readParameters<P extends Parameters>(
  request: Asked,
  parameters: P,
  pathValues: Readonly<Record<string, string>>,
): { readonly values: Values<P>; readonly text: string } {
  const values: Record<string, unknown> = {};
  let isAsked = false;
  for (const name in parameters) {
    const parameter = parameters[name]!;
    const inPath = pathValues[name];
    const texts = inPath === undefined ? textsOf(request, name, parameter) : [inPath];
    if (texts.length === 0 && !parameter.required) {
      values[name] = parameter.absent;
    } else {
      values[name] = readParameter(name, parameter, texts);
      isAsked = true;
    }
  }
  return { values: values as Values<P>, text: isAsked ? JSON.stringify(values) : "" };
}

function readParameter<T>(name: string, parameter: Parameter<T>, texts: readonly string[]): T {
  const { alias, description } = parameter;
  const named = alias === undefined ? name : `${name} or ${alias}`;
  if (parameter.readAll !== undefined) {
    const values = parameter.readAll(texts);
    if (values === undefined) throw invalidParameter(named, description);
    return values;
  }
  const text = texts[0];
  if (texts.some((other) => other !== text)) {
    throw invalidParameter(named, `one value, not several: ${description}`);
  }
  const value = text ? parameter.read(text) : undefined;
  if (value === undefined) throw invalidParameter(named, description);
  return value;
}

const NO_TEXTS: readonly string[] = [];

function textsOf(
  { query, body }: Asked,
  name: string,
  parameter: Parameter<unknown>,
): readonly string[] {
  const { alias } = parameter;
  const inQuery = query.get(name) ?? NO_TEXTS;
  const all = alias === undefined ? inQuery : [...inQuery, ...query.get(alias) ?? NO_TEXTS];
  if (all.length > 0) return all;
  const named = inBody(body, name, parameter);
  return alias === undefined ? named : [...named, ...inBody(body, alias, parameter)];
}

function inBody(
  body: JsonBody,
  name: string,
  { readAll, isEmptyAbsent = false }: Parameter<unknown>,
): readonly string[] {
  const value = Object.hasOwn(body, name) ? body[name] : null;
  if (value === null) return NO_TEXTS;
  const isList = readAll !== undefined && Array.isArray(value);
  // A list without values is as empty as an empty text, and no filter that was left out.
  return (isList && (value.length > 0 || isEmptyAbsent) ? value : [value]).map(textOf);
}

/** A value of a body as a query has it; an object, or null within a list, is no text. */
function textOf(value: unknown): string {
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return value < 0 ? `-${HUGE}` : HUGE;
  }
  return typeof value === "object" ? "" : String(value);
}

/**
 * A number that JSON's reader does not keep to the digit. No id is read from it, since it may be another
 * one than was sent; it is only larger than all that is counted here.
 */
const HUGE = "9".repeat(30);

/** Most names that are said back, the letters they may have, and those that are no secret's. */
const MOST_NAMES = 5;
const NAME = /^[A-Za-z0-9_.-]{1,24}$/;
const SECRET = /osb_|api.?key|token|user.?name|password|secret|authorization|^(code|feed)$/i;

/**
 * Which parameters of a request an endpoint does not take as they came: those that it does not know, and
 * numbers that are lowered. A name that is long, or may be a secret's, is left out.
 */
export function ignoredNames(
  request: Asked,
  parameters: Parameters,
  pathValues: Readonly<Record<string, string>>,
): readonly string[] {
  const { query, body } = request;
  const ignored = new Set<string>();
  const lowered = new Set<string>();
  for (const sent of [...query.keys(), ...Object.keys(body)]) {
    const name = nameOf(sent, parameters);
    if (name === undefined || pathValues[name] !== undefined) ignored.add(sent);
    else if (isLowered(textsOf(request, name, parameters[name]!), parameters[name]!)) {
      lowered.add(name);
    }
  }
  if (ignored.size + lowered.size === 0) return NO_TEXTS;
  return [...ignored, ...lowered].filter((name) => NAME.test(name) && !SECRET.test(name))
    .slice(0, MOST_NAMES);
}

/** The parameter that has this name or alias. */
function nameOf(sent: string, parameters: Parameters): string | undefined {
  if (Object.hasOwn(parameters, sent)) return sent;
  for (const name in parameters) if (parameters[name]!.alias === sent) return name;
  return undefined;
}

function isLowered(texts: readonly string[], one: Parameter<unknown>): boolean {
  const { most } = one;
  return most !== undefined && texts.some((text) => one.read(text) === most && +text > most);
}

/** A parameter that need not be there. */
export type Optional<T> = Parameter<T | undefined>;

/** Makes a parameter that need not be there, of a kind that is not below. */
export function optional<T>(
  description: string,
  schema: JsonSchema,
  read: (text: string) => T | undefined,
): Optional<T> {
  return { description, schema, read, absent: undefined, required: false };
}

/** The same parameter, not to be left out. */
export function required<T>(parameter: Optional<T>): Parameter<T> {
  return { ...parameter, required: true } as Parameter<T>;
}

/** The same parameter, with a value for when it is left out. */
export function otherwise<T>(parameter: Optional<T>, absent: T): Parameter<T> {
  return { ...parameter, absent } as Parameter<T>;
}

/** The same parameter, taken under a second name too. */
export function alsoNamed<T>(parameter: Parameter<T>, alias: string): Parameter<T> {
  return { ...parameter, alias };
}

/** The same parameter of several values: an empty list of them says what leaving it out says. */
export function emptyIsAbsent<T>(parameter: Optional<T>): Optional<T> {
  return { ...parameter, isEmptyAbsent: true };
}

const SAYS_SOMETHING = /[^\s\p{M}]/u;

/**
 * A text that is more than spaces, in tokens that the expressions of all languages have: what else is
 * no text, such as stray accents, the reader refuses.
 */
const TEXT: JsonSchema = { type: "string", minLength: 1, pattern: "\\S" };

/** Any text that is more than spaces and stray accents. */
export function anyText(description: string): Optional<string> {
  return optional(
    description,
    TEXT,
    (text) => SAYS_SOMETHING.test(text.normalize("NFKD")) ? text : undefined,
  );
}

/** Texts separated by commas. */
export const NAMES: JsonSchema = { ...TEXT, format: "names" };

/**
 * Up to `most` names, separated by commas or repeated: each as `fold` spells it, once, sorted, so that
 * what means the same is one value.
 */
export function nameList(
  description: string,
  most: number,
  fold: (name: string) => string,
): Optional<readonly string[]> {
  const readAll = (texts: readonly string[]) => {
    const parts = texts.flatMap((text) => text.split(","));
    if (!parts.every((part) => SAYS_SOMETHING.test(part.normalize("NFKD")))) return undefined;
    const names = [...new Set(parts.map(fold))].sort();
    return names.length <= most ? names : undefined;
  };
  return { ...optional(description, NAMES, (text) => readAll([text])), readAll };
}

/** A whole number between two bounds, in plain digits. */
export function wholeNumber(least: number, most: number): Optional<number> {
  const schema = { type: "integer", minimum: least, maximum: most };
  return { ...wholeNumberText(least, most), schema, absent: undefined, required: false };
}

/** A whole number from 1 up, in plain digits; one above `most` is read as `most`. */
export function countingNumber(most: number): Optional<number> {
  const schema = { type: "integer", minimum: 1 };
  const counting = optional("a whole number from 1 up", schema, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    return value >= 1 ? Math.min(value, most) : undefined;
  });
  return { ...counting, most };
}

/** One of a few words. */
export function oneOf<const T extends string>(...words: T[]): Optional<T> {
  const schema = { type: "string", enum: words };
  return { ...choiceText(words, words.join(", ")), schema, absent: undefined, required: false };
}

/** `true` or `false`. */
export function trueOrFalse(): Optional<boolean> {
  return optional(
    "true or false",
    { type: "boolean" },
    (text) => text === "true" ? true : text === "false" ? false : undefined,
  );
}

/** A day such as `2026-07-04`. */
export function civilDate(): Optional<string> {
  const schema = { type: "string", format: "date" };
  return optional(
    "a date such as 2026-07-04",
    schema,
    (text) => isCivilDate(text) ? text : undefined,
  );
}
