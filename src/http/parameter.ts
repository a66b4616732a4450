import type { Call } from "./call.ts";
import { invalidParameter } from "./refusal.ts";

/** One parameter of an endpoint: what it takes, and how its text is read. */
export interface Parameter<T> {
  /** In words, for the hint of a 400 and for the API document. */
  readonly takes: string;
  /** The value, or undefined where the text is wrong. */
  read(text: string): T | undefined;
  /** What holds when the parameter is not there. */
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

/**
 * Reads an endpoint's parameters from query, then body. Unknown ones are ignored.
 *
 * @throws {Refusal} `INVALID_PARAMETER` where one is malformed, empty, given twice with different
 *   values, or missing though required
 */
export function readParameters<P extends Parameters>(call: Call, parameters: P): Values<P> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) values[name] = readParameter(call, name, parameters[name]!);
  return values as Values<P>;
}

function readParameter<T>(call: Call, name: string, parameter: Parameter<T>): T {
  const texts = textsOf(call, name);
  if (parameter.alias !== undefined) texts.push(...textsOf(call, parameter.alias));
  const text = texts[0];
  if (text === undefined) {
    if (parameter.required) throw invalidParameter(name, parameter.takes);
    return parameter.absent;
  }
  const value = texts.every((other) => other === text) && text !== ""
    ? parameter.read(text)
    : undefined;
  if (value === undefined) throw invalidParameter(name, parameter.takes);
  return value;
}

function textsOf(call: Call, name: string): string[] {
  const given = call.query.get(name);
  if (given !== undefined) return [...given];
  const value = Object.hasOwn(call.body, name) ? call.body[name] : undefined;
  if (value === undefined || value === null) return [];
  return [typeof value === "object" ? "" : String(value)];
}
