import { type Arguments, type Command, CommandError, nameOf } from "./command.ts";

/** What a command was given, wherever it came from: its subject, and its options' values by name. */
export interface Given {
  readonly subject: string;
  /** An option without a value has the one value "true". */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Makes a command's arguments of what it was given.
 *
 * @throws {CommandError} where something is missing or given twice
 */
export function checkGiven(command: Command, { subject, values }: Given): Arguments {
  if (command.subject !== undefined && subject === "") {
    throw new CommandError(`Cannot run "${nameOf(command)}" without ${command.subject}`);
  }
  const missing: string[] = [];
  for (const [name, { required, repeats, unseen }] of Object.entries(command.options)) {
    const count = values.get(name)?.filter((value) => value !== "").length ?? 0;
    const shown = unseen ? name : `--${name}`;
    if (required && count === 0) {
      missing.push(shown);
      continue;
    }
    if (count > 1 && !repeats) throw new CommandError(`Cannot take ${shown} twice`);
    if (values.get(name)?.includes("")) throw new CommandError(`Cannot take ${shown} empty`);
  }
  if (missing.length > 0) {
    throw new CommandError(`Cannot run "${nameOf(command)}" without ${missing.join(", ")}`);
  }
  const all = (name: string) => values.get(name) ?? [];
  return { subject, all, text: (name) => all(name).at(-1), has: (name) => values.has(name) };
}
