import type { Caller } from "../../access/gate/caller.ts";
import { pageLinks } from "../../catalog/phases.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError } from "../../http/http_error.ts";
import { isCredentialParameter, type ParsedRequest } from "../../http/request.ts";
import type { Log } from "../../platform/log.ts";
import {
  type Command,
  command,
  CommandError,
  commandName,
  type CommandOutcome,
  type Option,
  OUTCOME_TYPE,
} from "../command/command.ts";
import type { CommandInput } from "../command/input.ts";
import { runOnRecord, type UnrecordedDeps } from "../trail/trail.ts";

/** What commands over HTTP are answered with. */
export interface AnswerCommandDeps {
  readonly commandDeps: UnrecordedDeps;
  readonly log: Log;
  /** The answer of `/api/admin/status`. */
  status(): Promise<unknown>;
}

/** Runs the command at a path, and makes the value to send. */
export type AnswerCommand = (
  request: ParsedRequest,
  caller: Caller,
  addHeaders: (headers: HeaderList) => void,
) => Promise<unknown>;

/** Creates the answering of commands; `commands` are those of the command line. */
export function createAnswerCommand(
  deps: AnswerCommandDeps,
  commands: readonly Command[],
  isServed: (at: NonNullable<Command["at"]>) => boolean,
): AnswerCommand {
  const listed = commands.filter(({ at }) => at !== undefined && isServed(at));
  const served = [...listed, statusCommand(deps), tableCommand(deps, listed)];
  const byPath = Object.fromEntries(Map.groupBy(served, ({ at }) => at!.path));
  return async function answerCommand(request, caller, addHeaders) {
    const { segments } = request.target;
    const outcome = await run(deps, request, findCommand(byPath, request), caller);
    const { page } = outcome;
    if (page !== undefined) {
      addHeaders([["link", pageLinks(`/${segments.join("/")}`, page.filters, page.counts)]]);
    }
    if (!isOutcomeAsked(request)) return outcome.json;
    const { json, notes = [], code = 0 } = outcome;
    return { json, notes, code };
  };
}

/** The command that a request asks for, and what its path names. */
interface CommandMatch {
  readonly command: Command;
  readonly subject: string;
}

/** @throws {HttpError} `NOT_FOUND` or `METHOD_NOT_ALLOWED` */
function findCommand(
  byPath: Readonly<Record<string, readonly Command[]>>,
  { method, target: { segments } }: ParsedRequest,
): CommandMatch {
  const match = matchPath(byPath, segments.slice(2));
  if (match === undefined) throw new HttpError("NOT_FOUND");
  const wanted = method === "HEAD" ? "GET" : method;
  const command = match.entry.find(({ at }) => at!.method === wanted);
  if (command !== undefined) return { command, subject: match.subject };
  const allowed = match.entry.flatMap(({ at }) => at!.method === "GET" ? ["GET", "HEAD"] : "POST");
  throw new HttpError("METHOD_NOT_ALLOWED", {
    headers: [["allow", [...allowed, "OPTIONS"].join(", ")]],
  });
}

/** Finds a path in a table, in which `{}` matches any second segment that is no path's own. */
function matchPath<Entry>(
  table: Readonly<Record<string, Entry>>,
  segments: readonly string[],
): { readonly entry: Entry; readonly subject: string } | undefined {
  const exact = segments.join("/");
  if (Object.hasOwn(table, exact)) return { entry: table[exact]!, subject: "" };
  const [kind = "", subject = "", ...rest] = segments;
  const pattern = [kind, "{}", ...rest].join("/");
  if (subject === "" || !Object.hasOwn(table, pattern)) return undefined;
  return { entry: table[pattern]!, subject };
}

function isOutcomeAsked({ headers }: ParsedRequest): boolean {
  return headers.get("accept") === OUTCOME_TYPE;
}

function statusCommand({ status }: AnswerCommandDeps): Command {
  return command("status show", {
    description: "How the service is doing",
    at: "GET status",
    always: true,
    run: async () => ({ json: await status() }),
  });
}

/** The table itself: what is served, and what each command takes. */
function tableCommand(deps: AnswerCommandDeps, served: readonly Command[]): Command {
  return command("commands show", {
    description: "What can be asked for here",
    at: "GET commands",
    always: true,
    run: () => Promise.resolve({ json: served.map((one) => described(one, deps.commandDeps)) }),
  });
}

function described(
  { noun, verb, description, subject, forGood, at, options }: Command,
  env: UnrecordedDeps,
) {
  const { method, path } = at!;
  const takes = Object.entries(options).map(([name, { reader, ...option }]) => {
    const { choices } = typeof reader === "function" ? reader(env) : reader ?? {};
    return { name, ...option, ...(choices && { choices }) };
  });
  return {
    noun,
    verb,
    method,
    path,
    description,
    subject,
    for_good: forGood ?? false,
    options: takes,
  };
}

async function run(
  { commandDeps: deps, log }: AnswerCommandDeps,
  request: ParsedRequest,
  { command, subject }: CommandMatch,
  caller: Caller,
): Promise<CommandOutcome> {
  try {
    if (caller.kind !== "admin") throw new HttpError("INVALID_CREDENTIALS");
    const { username } = caller;
    const input = readOptions(request, command, subject);
    const outcome = await runOnRecord(command, deps, input, { by: username, ip: request.address });
    if (request.method === "POST") {
      const fields = { username, command: commandName(command), request_id: request.requestId };
      log.info("An administrator did something", fields);
    }
    return outcome;
  } catch (error) {
    throw error instanceof CommandError ? asRefusal(error) : error;
  }
}

function asRefusal({ kind, message }: CommandError): HttpError {
  switch (kind) {
    case "missing":
      return new HttpError("NOT_FOUND", { message });
    case "conflict":
      return new HttpError("CONFLICT", { message });
    case "words":
      return new HttpError("INVALID_PARAMETER", { after: { hint: message } });
  }
}

/**
 * Reads a command's input from a request: the subject from the path, options from the query of a
 * GET or the JSON body of a POST. A body's field that the command does not know is refused, since a
 * misspelt restriction would be none.
 *
 * @throws {CommandError} for fields and values that the command does not take
 */
function readOptions(
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
