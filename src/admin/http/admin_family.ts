/**
 * This room serves the commands over HTTP, below `/api/admin/`.
 *
 * @module
 */

import { createAdminGate } from "../../access/gate/admin_gate.ts";
import type { Admins } from "../../access/gate/admins.ts";
import type { Caller } from "../../access/gate/caller.ts";
import type { ClearText } from "../../access/gate/clear_text.ts";
import { NO_RULES } from "../../access/gate/gate.ts";
import { HttpError } from "../../http/http_error.ts";
import { isCredentialParameter, type ParsedRequest } from "../../http/request.ts";
import type { Log } from "../../platform/log.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { type Family, toRead } from "../../routes/family.ts";
import { route } from "../../routes/route.ts";
import {
  type Command,
  command,
  type CommandEnv,
  CommandError,
  commandName,
  type Option,
  OUTCOME_TYPE,
} from "../command/command.ts";
import type { CommandInput } from "../command/input.ts";
import { runOnRecord } from "../trail/trail.ts";

/** What commands over HTTP work with. */
export interface AdminFamilyDeps {
  /** Loads the commands, which few requests need. */
  commands(): Promise<readonly Command[]>;
  readonly commandDeps: CommandEnv;
  readonly log: Log;
  /** The answer of `/api/admin/status`. */
  status(): unknown;
  readonly admins: Admins;
  /** `ADMIN_API`: whether more than looking is allowed. */
  readonly isOn: boolean;
  readonly clearText: ClearText;
}

/** `/api/admin/…`: what the command line does, for administrators only (a priority token is none). */
export function createAdminFamily(deps: AdminFamilyDeps): Family {
  const { isOn } = deps;
  const endpoint = route({
    id: "admin",
    path: "{command}",
    summary: "What the command line does",
    answers: { one: "command" },
    parameters: {},
    readsRequest: true,
    fresh: ({ request, caller }) =>
      answerCommand(deps, request, caller, ({ always }) => always || isOn),
  });
  const routes = toRead(endpoint);
  return {
    name: "admin",
    root: "/api/admin",
    rules: NO_RULES,
    methods: isOn ? ["GET", "HEAD", "POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAdminGate(deps),
    table: { routes: [endpoint], match: () => ({ routes, pathValues: {} }) },
  };
}

/** Runs the command at a path, if it is served, and makes the value to send. */
export async function answerCommand(
  deps: AdminFamilyDeps,
  request: ParsedRequest,
  caller: Caller,
  isServed: (command: Command) => boolean | undefined,
): Promise<unknown> {
  const { commandDeps, log } = deps;
  const listed = (await deps.commands()).filter((one) => one.at !== undefined && isServed(one));
  const { command, subject } = findCommand([...listed, ...ownCommands(deps, listed)], request);
  if (caller.kind !== "admin") throw new HttpError("INVALID_CREDENTIALS");
  const { username } = caller;
  try {
    const input = readOptions(request, command, subject);
    const actor = { by: username, ip: request.address };
    const { json, notes = [], code = 0 } = await runOnRecord(command, commandDeps, input, actor);
    if (request.method === "POST") {
      const fields = { username, command: commandName(command), request_id: request.requestId };
      log.info("An administrator did something", fields);
    }
    return request.headers.get("accept") === OUTCOME_TYPE ? { json, notes, code } : json;
  } catch (error) {
    throw error instanceof CommandError ? asRefusal(error) : error;
  }
}

/** What is asked for over HTTP alone: how the service does, and what is served and taken here. */
function ownCommands(
  { status, commandDeps }: AdminFamilyDeps,
  listed: readonly Command[],
): readonly Command[] {
  return [
    command("status show", {
      description: "How the service is doing",
      at: "GET status",
      run: () => Promise.resolve({ json: status() }),
    }),
    command("commands show", {
      description: "What can be asked for here",
      at: "GET commands",
      run: () => Promise.resolve({ json: listed.map((one) => described(one, commandDeps)) }),
    }),
  ];
}

/**
 * The command that a request asks for, and what its path names.
 *
 * @throws {HttpError} `NOT_FOUND` or `METHOD_NOT_ALLOWED`
 */
function findCommand(
  served: readonly Command[],
  { method, target: { segments } }: ParsedRequest,
): { readonly command: Command; readonly subject: string } {
  const asked = segments.slice(2);
  const there = served.filter(({ at }) => isAt(at!.path, asked));
  if (there.length === 0) throw new HttpError("NOT_FOUND");
  const wanted = method === "HEAD" ? "GET" : method;
  const command = there.find(({ at }) => at!.method === wanted);
  if (command !== undefined) {
    return { command, subject: asked[command.at!.path.split("/").indexOf("{}")] ?? "" };
  }
  const allowed = there.flatMap(({ at }) => at!.method === "GET" ? ["GET", "HEAD"] : "POST");
  throw new HttpError("METHOD_NOT_ALLOWED", {
    headers: [["allow", [...allowed, "OPTIONS"].join(", ")]],
  });
}

/** Whether a path of the table, in which `{}` is any segment, is the one that was asked for. */
function isAt(path: string, asked: readonly string[]): boolean {
  const parts = path.split("/");
  return parts.length === asked.length &&
    parts.every((part, n) => part === "{}" ? asked[n] !== "" : part === asked[n]);
}

function described(
  { noun, verb, description, subject, forGood, at, options }: Command,
  env: CommandEnv,
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
