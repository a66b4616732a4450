import type { Command } from "../admin/command/command.ts";
import type { AddOn } from "./addon.ts";
import { ADDONS } from "./addons.ts";
import { firstDouble } from "./check_addons.ts";

/**
 * Loads everything that an operator can do, from the command line and by `/api/admin/`: what the core
 * does, then what these add-ons do.
 *
 * @throws {TypeError} if two commands have the same words
 */
export async function loadCommands(
  addOns: readonly Pick<AddOn, "commands">[] = ADDONS,
): Promise<readonly Command[]> {
  const [{ COMMANDS }, ...further] = await Promise.all([
    import("../admin/commands/commands.ts"),
    ...addOns.map(async ({ commands }) => await commands?.() ?? []),
  ]);
  const all = [...COMMANDS, ...further.flat()];
  const double = firstDouble(all.map(({ noun, verb }) => `${noun} ${verb}`));
  if (double !== undefined) throw new TypeError(`Cannot have two commands "${double}"`);
  return all;
}
