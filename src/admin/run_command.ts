import { type Command, CommandError, type Desk } from "./command.ts";
import { helpAll, helpFor } from "./help.ts";
import { parseArguments } from "./parse_arguments.ts";

/** What is printed, and the exit code. */
export interface Printed {
  readonly out: readonly string[];
  readonly code: number;
}

/**
 * Runs `<noun> <verb> …`. The desk is opened only by commands that have read their words.
 *
 * @throws {CommandError} where the words or what they ask for cannot be used
 */
export async function runCommand(
  commands: readonly Command[],
  words: readonly string[],
  openDesk: () => Promise<Desk>,
): Promise<Printed> {
  const [noun = "", verb = "", ...rest] = words;
  if (noun === "" || noun === "--help" || noun === "help") {
    return { out: [helpAll(commands)], code: 0 };
  }
  const command = commands.find((known) => known.noun === noun && known.verb === verb);
  if (command === undefined) return unknown(commands, noun, verb);
  if (rest.includes("--help")) return { out: [helpFor(command)], code: 0 };
  const given = parseArguments(command, rest);
  const { json, lines, code = 0 } = await command.run(await openDesk(), given);
  return { out: given.has("json") ? [JSON.stringify(json)] : lines, code };
}

function unknown(commands: readonly Command[], noun: string, verb: string): Printed {
  const ofNoun = commands.filter((command) => command.noun === noun);
  if (ofNoun.length > 0 && (verb === "" || verb === "--help")) {
    return { out: [helpAll(ofNoun)], code: 0 };
  }
  throw new CommandError(
    `Cannot find the command "${[noun, verb].join(" ").trim()}"; --help shows all`,
  );
}
