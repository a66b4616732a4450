import { parseArgs } from "node:util";
import { type Command, CommandError, commandName } from "../admin/command/command.ts";
import type { CommandInput } from "../admin/command/command.ts";

/** The options that every command takes. */
const EVERYWHERE = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  server: { type: "string" },
  "new-store": { type: "boolean" },
} as const;

/** The options of a command line beside a command's own words. */
interface Mode {
  readonly json: boolean;
  readonly help: boolean;
  /** The server to ask, where the command is not for this machine's store. */
  readonly server: string | undefined;
  /** Whether a missing store is made. */
  readonly newStore: boolean;
}

/**
 * Takes out of a command line the options of every command, wherever they are.
 *
 * @throws {CommandError} where `--server` has no address
 */
export function splitMode(words: readonly string[]): { mode: Mode; words: string[] } {
  const { tokens } = parseArgs({
    args: [...words],
    options: EVERYWHERE,
    strict: false,
    tokens: true,
  });
  const taken = new Set<number>();
  const found = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind !== "option" || !Object.hasOwn(EVERYWHERE, token.name)) continue;
    found.set(token.name, token.value);
    taken.add(token.index);
    if (token.name === "server" && !token.inlineValue) taken.add(token.index + 1);
  }
  if (found.has("server") && !found.get("server")) {
    throw new CommandError("Cannot use --server without an address such as https://api.example");
  }
  const mode = {
    json: found.has("json"),
    help: found.has("help"),
    server: found.get("server"),
    newStore: found.has("new-store"),
  };
  return { mode, words: words.filter((_, index) => !taken.has(index)) };
}

/**
 * Reads the words behind noun and verb.
 *
 * @throws {CommandError} for words that the command does not take
 */
export function parseWords(command: Command, words: readonly string[]): CommandInput {
  const { values, positionals } = read(command, words);
  const { everything = "" } = command;
  const isAll = values.delete(everything);
  const subject = isAll
    ? everything
    : command.subject === undefined
    ? ""
    : positionals.shift() ?? "";
  if (positionals.length > 0) {
    if (command.rest === undefined) {
      throw new CommandError(
        `Cannot use "${positionals[0]}": "${
          commandName(command)
        }" takes no such word; --help shows ` +
          "what it takes",
      );
    }
    values.set(command.rest, [...values.get(command.rest) ?? [], ...positionals]);
  }
  return { subject, values };
}

function read({ options }: Command, words: readonly string[]) {
  const taken = Object.entries(options).filter(([, { unseen }]) => !unseen).map(
    ([name, { valueName }]) =>
      [name, { type: valueName === undefined ? "boolean" : "string", multiple: true }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(taken),
      allowPositionals: true,
    });
    const texts = Object.entries(values).map(([name, value]) =>
      [name, [value ?? []].flat().map(String)] as const
    );
    return { values: new Map<string, string[]>(texts.map(([n, v]) => [n, v])), positionals };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replace("argument is ambiguous", "has no value")
      .replace("argument missing", "has no value").split(/\.? To |\.?\n/)[0];
    throw new CommandError(`Cannot read the options: ${reason}; --help shows what there is`);
  }
}
