/**
 * This room serves the commands over HTTP, below `/api/admin/`.
 *
 * @module
 */

import { createAdminGate } from "../../access/gate/admin_gate.ts";
import type { Admins } from "../../access/gate/admins.ts";
import type { ClearTextCount } from "../../access/gate/credentials.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import type { Family } from "../../routes/family.ts";
import { uncachedRoute } from "../../routes/route.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { Command } from "../command/command.ts";
import type { AnswerCommand, AnswerCommandDeps } from "./answer_command.ts";

/** The dependencies of `/api/admin/`. */
export interface AdminFamilyDeps extends AnswerCommandDeps {
  /** Loads the commands, which few requests need. */
  commands(): Promise<readonly Command[]>;
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
}

/** `/api/admin/…`: what the command line does, for administrators only (a priority token is none). */
export function createAdminFamily(deps: AdminFamilyDeps): Family {
  const { isOn } = deps;
  let answering: AnswerCommand | undefined;
  const route = uncachedRoute({
    id: "admin",
    path: "{command}",
    summary: "What the command line does",
    answers: { one: "command" },
    parameters: {},
    async handler({ request, caller, addHeaders }) {
      const { createAnswerCommand } = await loadAnswerCommand();
      const commands = await deps.commands();
      answering ??= createAnswerCommand(deps, commands);
      return await answering(request, caller, addHeaders);
    },
  });
  return {
    name: "admin",
    methods: isOn ? ["GET", "HEAD", "POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAdminGate(deps),
    vary: [],
    table: { routes: [route], match: () => ({ routes: [route], pathValues: {} }) },
  };
}

const loadAnswerCommand = lazily(() => import("./answer_command.ts"));
