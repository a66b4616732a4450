/**
 * This room serves the commands over HTTP, below `/api/admin/`.
 *
 * @module
 */

import { createAdminGate } from "../../access/gate/admin_gate.ts";
import type { Admins } from "../../access/gate/admins.ts";
import type { ClearText } from "../../access/gate/clear_text.ts";
import { NO_RULES } from "../../access/gate/gate.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { type Family, toRead } from "../../routes/family.ts";
import { route } from "../../routes/route.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { Command } from "../command/command.ts";
import type { AnswerCommand, AnswerCommandDeps } from "./answer_command.ts";

/** The dependencies of `/api/admin/`. */
export interface AdminFamilyDeps extends AnswerCommandDeps {
  /** Loads the commands, which few requests need. */
  commands(): Promise<readonly Command[]>;
  readonly admins: Admins;
  /** `ADMIN_API`: whether more than looking is allowed. */
  readonly isOn: boolean;
  readonly clearText: ClearText;
}

/** `/api/admin/…`: what the command line does, for administrators only (a priority token is none). */
export function createAdminFamily(deps: AdminFamilyDeps): Family {
  const { isOn } = deps;
  let answering: AnswerCommand | undefined;
  const endpoint = route({
    id: "admin",
    path: "{command}",
    summary: "What the command line does",
    answers: { one: "command" },
    parameters: {},
    readsRequest: true,
    async fresh({ request, caller, addHeaders }) {
      const { createAnswerCommand } = await loadAnswerCommand();
      const commands = await deps.commands();
      answering ??= createAnswerCommand(deps, commands, ({ always }) => always || isOn);
      return await answering(request, caller, addHeaders);
    },
  });
  const routes = toRead(endpoint);
  return {
    name: "admin",
    root: "/api/admin",
    rules: NO_RULES,
    methods: isOn ? ["GET", "HEAD", "POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAdminGate(deps),
    vary: [],
    table: { routes: [endpoint], match: () => ({ routes, pathValues: {} }) },
  };
}

const loadAnswerCommand = lazily(() => import("./answer_command.ts"));
