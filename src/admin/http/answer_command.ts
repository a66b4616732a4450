import type { Caller } from "../../access/gate/access_request.ts";
import { pageLinks } from "../../catalog/paging.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Log } from "../../platform/log.ts";
import {
  checkInput,
  type Command,
  CommandError,
  commandName,
  type CommandOutcome,
} from "../command/command.ts";
import { runOnRecord, type UnrecordedDeps } from "../trail/trail.ts";
import { createCommandTable } from "./command_table.ts";
import { LINES_ALONE, OUTCOME_TYPE, readOptions } from "./read_options.ts";

/** Runs the command at a path, and makes the value to send. */
export type AnswerCommand = (
  request: ParsedRequest,
  caller: Caller,
  addHeaders: (headers: HeaderList) => void,
) => Promise<unknown>;

/** What answering commands works with. */
export interface AnswerCommandDeps {
  readonly commandDeps: UnrecordedDeps;
  readonly log: Log;
  /** `ADMIN_API`: whether more than looking is allowed. */
  readonly isOn: boolean;
  /** The answer of `/api/admin/status`. */
  status(): Promise<unknown>;
}

/** Creates the answering of commands; `commands` are those of the command line. */
export function createAnswerCommand(
  deps: AnswerCommandDeps,
  commands: readonly Command[],
): AnswerCommand {
  const all = [...commands, statusCommand(deps)].filter(({ at }) => at?.always || deps.isOn);
  const table = createCommandTable(all);
  return async function answerCommand(request, caller, addHeaders) {
    const found = table.find(request.method, request.target.segments.slice(2));
    const outcome = await run(deps, request, found, caller);
    const { page } = outcome;
    if (page !== undefined) {
      const path = `/${request.target.segments.join("/")}`;
      addHeaders([["link", pageLinks(path, page.filters, page.counts)]]);
    }
    if (!isOutcomeAsked(request)) return outcome.json;
    const { json, lines, notes = [], code = 0, isData } = outcome;
    return { json, lines, notes, code, isData };
  };
}

function isOutcomeAsked({ headers }: ParsedRequest): boolean {
  return headers.get("accept") === OUTCOME_TYPE;
}

function statusCommand({ status }: AnswerCommandDeps): Command {
  return {
    noun: "status",
    verb: "show",
    description: "How the service is doing",
    at: { method: "GET", path: "status", always: true },
    options: {},
    run: async () => ({ json: await status(), lines: [] }),
  };
}

async function run(
  { commandDeps: deps, log }: AnswerCommandDeps,
  request: ParsedRequest,
  { command, subject }: { command: Command; subject: string },
  caller: Caller,
): Promise<CommandOutcome> {
  try {
    if (caller.kind !== "admin") throw new HttpError("INVALID_CREDENTIALS");
    const { username } = caller;
    const forPeople = isOutcomeAsked(request) && request.headers.get("prefer") === LINES_ALONE;
    const input = checkInput(command, readOptions(request, command, subject), { forPeople });
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
