import { parseArgs } from "node:util";
import { type Command, CommandError, commandName, type Option } from "../command/command.ts";
import type { CommandInput } from "../command/input.ts";

/** The options that every command takes. */
const EVERYWHERE = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  server: { type: "string" },
  "new-store": { type: "boolean" },
} as const;

/** Noun and verb of a line, in which options of every command may stand before them. */
export function namesIn(line: readonly string[]): readonly string[] {
  return parseArgs({ args: [...line], options: EVERYWHERE, strict: false }).positionals.slice(0, 2);
}

/** The words beside noun and verb, as they were read. */
interface ReadWords {
  readonly input: CommandInput;
  readonly asJson: boolean;
  readonly asksHelp: boolean;
  /** The server to ask, if the command is not for this machine's store. */
  readonly server: string | undefined;
  readonly newStore: boolean;
}

/**
 * Reads the words beside noun and verb.
 *
 * @throws {CommandError} for words that the command does not take
 */
export function readWords(command: Command, line: readonly string[]): ReadWords {
  const { values: read, positionals } = parse(command, line);
  const { json, help, server, "new-store": newStore, ...own } = read;
  positionals.splice(0, 2);
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(own)) {
    values.set(name, [value ?? []].flat().map(String));
  }
  const subject = command.subject === undefined ? "" : positionals.shift() ?? "";
  const { rest } = command;
  if (positionals.length > 0) {
    if (rest === undefined) {
      throw new CommandError(
        `Cannot use "${positionals[0]}": "${commandName(command)}" takes no such word; --help ` +
          "shows what it takes",
      );
    }
    values.set(rest, [...values.get(rest) ?? [], ...positionals]);
  }
  return {
    input: { subject, values },
    asJson: json === true,
    asksHelp: help === true,
    server: server as string | undefined,
    newStore: newStore === true,
  };
}

function parse({ options }: Command, line: readonly string[]) {
  const own = Object.fromEntries(
    Object.entries(options).map(([name, { valueName }]) => {
      const type = valueName === undefined ? "boolean" as const : "string" as const;
      return [name, { type, multiple: true }];
    }),
  );
  try {
    return parseArgs({
      args: [...line],
      options: { ...own, ...EVERYWHERE },
      allowPositionals: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replace("argument is ambiguous", "has no value")
      .replace("argument missing", "has no value").split(/\.? To |\.?\n/)[0];
    throw new CommandError(`Cannot read the options: ${reason}; --help shows what there is`);
  }
}

/** The column at which explanations begin, and the one at which they end. */
const DESCRIPTION_COLUMN = 28;
const WIDTH = 100;

const START = `Usage: deno task admin <noun> <verb> [options]

Works on the store of KV_PATH (.data/oshibase.kv if it is not set), also while a server uses it.
`;

const END = `
Everywhere:
  --json                    one JSON value instead of text
  --new-store               make an empty store if KV_PATH has none; without it that is an error
  --server <address>        ask a server instead of this machine's store, as ADMIN_USERNAME with
                            ADMIN_PASSWORD. Without ADMIN_API=on it only lets you look: key list,
                            key usage, token list, audit tail
  --help                    behind a command: its options`;

/** Some commands, a line each. */
export function helpAll(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => item(callOf(command), command.description));
  return [START, ...lines, END].join("\n");
}

/** One command with its options. */
export function helpFor(command: Command): string {
  const options = Object.entries(command.options).flatMap(([name, option]) => {
    const notes = [option.required && "required", option.repeats && "may be repeated"]
      .filter(Boolean);
    const tail = notes.length > 0 ? ` (${notes.join(", ")})` : "";
    return item(shown(name, option), option.description + tail);
  });
  const call = `deno task admin ${callOf(command)}`;
  const parts = [call, "", command.description, ...options.length > 0 ? [""] : [], ...options];
  return [...parts, END].join("\n");
}

/** The lines of one entry: its name, and beside it its description, in as many lines as that takes. */
function item(name: string, description: string): string[] {
  const lines = wrap(description).map((line) => " ".repeat(DESCRIPTION_COLUMN) + line);
  const isShort = name.length + 4 <= DESCRIPTION_COLUMN;
  const [first = "", ...more] = isShort ? lines : ["", ...lines];
  return [`  ${name}`.padEnd(isShort ? DESCRIPTION_COLUMN : 0) + first.trimStart(), ...more];
}

function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= WIDTH - DESCRIPTION_COLUMN) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** How a command is called: its words, then what has to follow. */
function callOf(command: Command): string {
  const { subject, rest, options } = command;
  const required = Object.entries(options).filter(([, option]) => option.required)
    .map(([name, option]) => name === rest ? `<${option.valueName}>` : shown(name, option));
  return [commandName(command), ...subject ? [`<${subject}>`] : [], ...required].join(" ");
}

function shown(name: string, { valueName }: Option): string {
  return `--${name}${valueName ? ` <${valueName}>` : ""}`;
}
