import type { TextReader } from "../toolbox/text_reader.ts";
import type { JsonSchema } from "./json_schema.ts";
import type { ParsedRequest } from "./parsed_request.ts";
import type { Query } from "./query.ts";
import { invalidParameter } from "./http_error.ts";

/** One parameter of an endpoint: what it takes, and how its text is read. */
export interface Parameter<T> extends TextReader<T> {
  /** Reads all values where it may be repeated; absent: several values must be equal. */
  readAll?(texts: readonly string[]): T | undefined;
  /** The values whose text is read, for programs. */
  readonly schema: JsonSchema;
  /** The value where the parameter is left out. */
  readonly absent: T;
  readonly required: boolean;
  /** A second name under which it is taken. */
  readonly alias?: string;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that an endpoint's parameters have in a request. */
export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** An endpoint's values, and the same as text that names them. */
export interface ReadParameters<P extends Parameters> {
  readonly values: Values<P>;
  readonly text: string;
}

/** What the parameters were read as, for as long as query and path are remembered. */
interface Reading {
  readonly parameters: Parameters;
  readonly query: Query;
  readonly read: ReadParameters<Parameters>;
}

/** By query, where the path holds no parameter. */
const byQuery = new WeakMap<Parameters, WeakMap<Query, ReadParameters<Parameters>>>();
/** By what the path holds; each path has one query mostly. */
const byPath = new WeakMap<Readonly<Record<string, string>>, Reading>();

/**
 * Reads an endpoint's parameters from path, query, then body. Unknown ones are ignored.
 *
 * @throws {HttpError} `INVALID_PARAMETER` where one is malformed, empty, given twice with different
 *   values, or missing though required
 */
export function readParameters<P extends Parameters>(
  request: ParsedRequest,
  parameters: P,
  pathValues: Readonly<Record<string, string>>,
): ReadParameters<P> {
  if (request.method === "POST" || request.method === "PUT") {
    return readGiven(request, parameters, pathValues);
  }
  const read = hasFields(pathValues)
    ? readWithPath(request, parameters, pathValues)
    : readFromQuery(request, parameters, pathValues);
  return read as ReadParameters<P>;
}

function readFromQuery(
  request: ParsedRequest,
  parameters: Parameters,
  pathValues: Readonly<Record<string, string>>,
): ReadParameters<Parameters> {
  let known = byQuery.get(parameters);
  if (known === undefined) byQuery.set(parameters, known = new WeakMap());
  let read = known.get(request.query);
  if (read === undefined) {
    known.set(request.query, read = readGiven(request, parameters, pathValues));
  }
  return read;
}

function readWithPath(
  request: ParsedRequest,
  parameters: Parameters,
  pathValues: Readonly<Record<string, string>>,
): ReadParameters<Parameters> {
  const { query } = request;
  const known = byPath.get(pathValues);
  if (known?.parameters === parameters && known.query === query) return known.read;
  const read = readGiven(request, parameters, pathValues);
  byPath.set(pathValues, { parameters, query, read });
  return read;
}

function hasFields(fields: object): boolean {
  for (const _ in fields) return true;
  return false;
}

function readGiven<P extends Parameters>(
  request: ParsedRequest,
  parameters: P,
  pathValues: Readonly<Record<string, string>>,
): ReadParameters<P> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) {
    const parameter = parameters[name]!;
    const names = parameter.alias === undefined ? [name] : [name, parameter.alias];
    const inPath = pathValues[name];
    const repeats = parameter.readAll !== undefined;
    const texts = inPath === undefined ? textsOf(request, names, repeats) : [inPath];
    values[name] = readParameter(names, parameter, texts);
  }
  return { values: values as Values<P>, text: JSON.stringify(values) };
}

function readParameter<T>(
  names: readonly string[],
  parameter: Parameter<T>,
  texts: readonly string[],
): T {
  const text = texts[0];
  if (text === undefined && !parameter.required) return parameter.absent;
  if (parameter.readAll !== undefined) {
    const values = parameter.readAll(texts);
    if (values === undefined) throw invalidParameter(names.join(" or "), parameter.description);
    return values;
  }
  if (texts.some((other) => other !== text)) {
    throw invalidParameter(names.join(" or "), `one value, not several: ${parameter.description}`);
  }
  const value = text ? parameter.read(text) : undefined;
  if (value === undefined) throw invalidParameter(names.join(" or "), parameter.description);
  return value;
}

function textsOf(
  { query, body }: ParsedRequest,
  names: readonly string[],
  repeats: boolean,
): readonly string[] {
  const inQuery = names.length === 1
    ? query.get(names[0]!) ?? []
    : names.flatMap((name) => query.get(name) ?? []);
  if (inQuery.length > 0) return inQuery;
  return names.filter((name) => Object.hasOwn(body, name)).map((name) => body[name])
    .filter((value) => value !== null)
    .flatMap((value) => repeats && Array.isArray(value) ? value : [value])
    .map(textOf);
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
