import { parseArgs } from "node:util";
import { type Arguments, type Command, CommandError } from "./command.ts";

const EVERYWHERE = { json: {}, help: {} };

/**
 * Reads what stands behind noun and verb.
 *
 * @throws {CommandError} for unknown, missing and superfluous words
 */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const { values, positionals } = read(command, words);
  const [subject = "", ...others] = positionals;
  if (command.subject !== undefined && subject === "") {
    throw new CommandError(`Cannot run "${nameOf(command)}" without ${command.subject}`);
  }
  const extra = command.subject === undefined ? positionals[0] : others[0];
  if (extra !== undefined) throw new CommandError(`Cannot use "${extra}" here`);
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && values[name] === undefined) {
      throw new CommandError(`Cannot run "${nameOf(command)}" without --${name}`);
    }
  }
  const all = (name: string) => [values[name] ?? []].flat().map(String);
  return { subject, all, text: (name) => all(name).at(-1), has: (name) => values[name] === true };
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function read(
  command: Command,
  words: readonly string[],
): { values: Values; positionals: string[] } {
  const options = Object.entries({ ...EVERYWHERE, ...command.options }).map(([name, option]) => {
    const { takes, repeats } = option as { takes?: string; repeats?: boolean };
    return [name, { type: takes === undefined ? "boolean" : "string", multiple: repeats === true }];
  });
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(options),
      allowPositionals: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new CommandError(`Cannot read the options: ${reason}`);
  }
}

function nameOf({ noun, verb }: Command): string {
  return `${noun} ${verb}`;
}
