import { type Command, type CommandEnv, CommandError, commandName } from "./command.ts";
import { isOneLine } from "../commands/options.ts";

/** A command's input, wherever it came from: its subject, and its options' values by name. */
export interface CommandInput {
  readonly subject: string;
  /** An option without a value has the one value "true". */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks which values a command's input has, before any is read.
 *
 * @throws {CommandError} if one is missing, empty, or there twice
 */
export function checkInput(command: Command, { subject, values }: CommandInput): void {
  if (command.subject !== undefined && subject === "") {
    throw new CommandError(`Cannot run "${commandName(command)}" without ${command.subject}`);
  }
  const missing: string[] = [];
  for (const [name, { required, repeats }] of Object.entries(command.options)) {
    const texts = values.get(name) ?? [];
    const count = texts.filter((text) => text !== "").length;
    if (required && count === 0) missing.push(shown(command, name));
    else if (count > 1 && !repeats) {
      throw new CommandError(`Cannot take ${shown(command, name)} twice`);
    } else if (texts.includes("")) {
      throw new CommandError(`Cannot take ${shown(command, name)} empty`);
    }
  }
  if (missing.length === 0) return;
  throw new CommandError(`Cannot run "${commandName(command)}" without ${missing.join(", ")}`);
}

/**
 * Reads the values of a command's options.
 *
 * @throws {CommandError} with the option and what it takes
 */
export function readValues(command: Command, { values }: CommandInput, env: CommandEnv): object {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { reader, repeats }]) => {
      if (reader === undefined) return [name, values.has(name)];
      const read = (values.get(name) ?? []).map((text) => {
        const { description, read } = typeof reader === "function" ? reader(env) : reader;
        const value = read(text);
        if (value !== undefined) return value;
        const what = isOneLine(text) ? `${shown(command, name)} "${text}"` : shown(command, name);
        throw new CommandError(`Cannot use ${what}: expected ${description}`);
      });
      return [name, repeats ? read : read.at(-1)];
    }),
  );
}

/** An option as it is typed: what has to follow the subject needs no name. */
function shown({ rest, options }: Command, name: string): string {
  return name === rest && options[name]!.required ? name : `--${name}`;
}
