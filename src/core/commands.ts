import type { Command } from "../admin/command/command.ts";
import type { AddOn } from "./addon.ts";
import { ADDONS } from "./addons.ts";

/**
 * Loads everything that an operator can do, from the command line and by `/api/admin/`: what the core
 * does, then what these add-ons do.
 */
export async function loadCommands(
  addOns: readonly Pick<AddOn, "commands">[] = ADDONS,
): Promise<readonly Command[]> {
  const [{ COMMANDS }, ...further] = await Promise.all([
    import("../admin/commands/commands.ts"),
    ...addOns.map(async ({ commands }) => await commands?.() ?? []),
  ]);
  return [...COMMANDS, ...further.flat()];
}
