import type { Command } from "../admin/command/command.ts";
import { COMMANDS } from "../admin/commands/commands.ts";
import { ADDONS } from "./addons.ts";

/** Everything an operator can do, from the command line and by `/api/admin/`: the add-ons' last. */
export async function allCommands(): Promise<readonly Command[]> {
  const further = await Promise.all(ADDONS.map(({ commands }) => commands?.() ?? []));
  return [...COMMANDS, ...further.flat()];
}
