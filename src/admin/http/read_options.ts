import { isCredentialParameter, type ParsedRequest } from "../../http/request.ts";
import { type Command, CommandError, type CommandInput, type Option } from "../command/command.ts";

/**
 * Reads a command's input from a request: the subject from the path, options from the query of a
 * GET or the JSON body of a POST. A body's field that the command does not know is refused, since a
 * misspelt restriction would be none.
 *
 * @throws {CommandError} for fields and values that the command does not take
 */
export function readOptions(
  request: ParsedRequest,
  command: Command,
  inPath: string,
): CommandInput {
  const { subject, options } = command;
  const values = new Map<string, readonly string[]>();
  if (request.method !== "POST") {
    for (const name of Object.keys(options)) {
      const texts = request.query.get(name);
      if (texts !== undefined) values.set(name, texts);
    }
    return { subject: inPath, values };
  }
  let named = inPath;
  for (const [name, value] of Object.entries(request.body)) {
    if (isCredentialParameter(name) || value === null) continue;
    if (name === subject && inPath === "") named = textOf(name, value);
    else if (!Object.hasOwn(options, name)) throw unknown(command);
    else {
      const texts = textsOf(name, value, options[name]!);
      if (texts !== undefined) values.set(name, texts);
    }
  }
  return { subject: named, values };
}

function textsOf(name: string, value: unknown, { valueName, repeats }: Option) {
  if (valueName === undefined) {
    if (typeof value !== "boolean") throw new CommandError(`${name} takes true or false`);
    return value ? ["true"] : undefined;
  }
  if (repeats && Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((entry) => textOf(name, entry));
  }
  return [textOf(name, value)];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new CommandError(`${name} takes a text`);
}

function unknown({ options, subject, at }: Command): CommandError {
  const named = subject === undefined || at?.path.includes("{}") ? [] : [subject];
  const known = [...named, ...Object.keys(options)].join(", ") || "nothing";
  return new CommandError(`The body takes ${known}, and nothing else`);
}

/**
 * The media type that the command line asks `/api/admin/` for: not just the JSON value of a command, but its lines,
 * notes and exit code too.
 */
export const OUTCOME_TYPE = "application/vnd.oshibase.outcome+json";

/** The `Prefer` header (RFC 7240, section 4.2) of a command line that prints the lines for people alone. */
export const LINES_ALONE = "return=minimal";
