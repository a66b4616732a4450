/**
 * This room serves the commands over HTTP, below `/api/admin/`.
 *
 * @module
 */

import type { Caller } from "../../access/gate/access_request.ts";
import { createAdminGate } from "../../access/gate/admin_gate.ts";
import type { Admins } from "../../access/admins/admins.ts";
import type { ClearTextCount } from "../../access/gate/clear_text.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import { HttpError } from "../../http/http_error.ts";
import type { Log } from "../../platform/log.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import type { Family } from "../../routes/family.ts";
import { uncachedRoute } from "../../routes/route.ts";
import {
  checkInput,
  type Command,
  type CommandDeps,
  CommandError,
  commandName,
  type CommandOutcome,
} from "../command/command.ts";
import { createCommandTable } from "./command_table.ts";
import { OUTCOME_TYPE, readOptions } from "./read_options.ts";

export interface AdminFamilyDeps {
  readonly commands: readonly Command[];
  readonly commandDeps: CommandDeps;
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
  readonly log: Log;
  /** `ADMIN_API`: whether more than looking is allowed. */
  readonly isOn: boolean;
  /** The answer of `/api/admin/status`. */
  status(): unknown;
}

/** `/api/admin/…`: what the command line does, for administrators only (a priority token is none). */
export function createAdminFamily(deps: AdminFamilyDeps): Family {
  const { isOn, commands } = deps;
  const all = [...commands, statusCommand(deps)].filter(({ at }) => at?.always || isOn);
  const table = createCommandTable(all);
  const route = uncachedRoute({
    id: "admin",
    path: "{command}",
    summary: "What the command line does",
    answers: { one: "command" },
    parameters: {},
    async handler({ request, caller }) {
      const found = table.find(request.method, request.target.segments.slice(2));
      const outcome = await run(deps, request, found, caller);
      const { json, lines, notes = [], code = 0 } = outcome;
      const isAsked = request.headers.get("accept") === OUTCOME_TYPE;
      return isAsked ? { json, lines, notes, code } : json;
    },
  });
  return {
    name: "admin",
    methods: isOn ? ["GET", "HEAD", "POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAdminGate(deps),
    vary: [],
    table: { routes: [route], match: () => ({ route, pathValues: {} }) },
  };
}

function statusCommand({ status }: AdminFamilyDeps): Command {
  return {
    noun: "status",
    verb: "show",
    description: "How the service is doing",
    at: { method: "GET", path: "status", always: true },
    options: {},
    run: () => Promise.resolve({ json: status(), lines: [] }),
  };
}

async function run(
  { commandDeps: deps, log }: AdminFamilyDeps,
  request: ParsedRequest,
  { command, subject }: { command: Command; subject: string },
  caller: Caller,
): Promise<CommandOutcome> {
  try {
    const outcome = await command.run(
      deps,
      checkInput(command, readOptions(request, command, subject)),
    );
    if (request.method === "POST" && caller.kind === "admin") {
      const { username } = caller;
      log.info("An administrator did something", { username, command: commandName(command) });
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
