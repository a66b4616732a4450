import {
  type ClosedStore,
  type Command,
  type CommandEnv,
  CommandError,
  commandName,
  type CommandOutcome,
} from "../command/command.ts";
import { checkInput, type CommandInput } from "../command/input.ts";
import { AT_THE_MACHINE, runOnRecord } from "../trail/trail.ts";
import { fromCaller } from "../../platform/caller_paths.ts";
import { nearest } from "../../toolbox/nearest.ts";
import { show } from "./show.ts";
import { helpAll, helpFor, namesIn, readWords } from "./words.ts";

/** The output of a run: texts for both outputs, and the exit code. */
interface Printed {
  /** In pieces, which hold their line ends. */
  readonly out: Iterable<string> | AsyncIterable<string>;
  readonly err: readonly string[];
  readonly code: number;
}

interface CliEnv {
  /** Called only by commands that have read their words. `mustExist`: a missing store is an error. */
  openDesk(options: { mustExist: boolean }): Promise<CommandEnv>;
  closedStore(): ClosedStore;
  /** Has a server run the command. */
  ask(server: string, command: Command, input: CommandInput): Promise<CommandOutcome>;
}

/**
 * Runs `<noun> <verb> …`.
 *
 * @throws {CommandError} if the words or what they ask for cannot be used
 */
export async function runCommand(
  commands: readonly Command[],
  line: readonly string[],
  { openDesk, closedStore, ask }: CliEnv,
): Promise<Printed> {
  const [noun = "help", verb = "help"] = namesIn(line);
  if (noun === "help") return text(helpAll(commands));
  const command = commands.find((known) => known.noun === noun && known.verb === verb);
  if (command === undefined) {
    const ofNoun = commands.filter((known) => known.noun === noun);
    if (ofNoun.length > 0 && verb === "help") return text(helpAll(ofNoun));
    throw unknown(commands, ofNoun, commandName({ noun, verb }));
  }
  const { input: read, asJson, asksHelp, server, newStore } = readWords(command, line);
  if (asksHelp) return text(helpFor(command));
  const input = withPlacedFile(command, read);
  // It is checked again; but no one should have to log in to learn that a word is missing.
  checkInput(command, input);
  return print(command, await run(command), asJson);

  async function run(command: Command): Promise<CommandOutcome> {
    if (server !== undefined) return await ask(server, command, input);
    if (command.runClosed) return await command.runClosed(closedStore(), input.subject);
    return await runOnRecord(
      command,
      await openDesk({ mustExist: !newStore }),
      input,
      AT_THE_MACHINE,
    );
  }
}

/** A file is named from the folder in which the command is called; an address of a store may be one. */
function withPlacedFile(command: Command, input: CommandInput): CommandInput {
  const { subject } = input;
  const isFile = command.subject === "file" ||
    (command.subject === "address" && !/^(\w+:\/\/|:)/.test(subject));
  return isFile && subject !== "" ? { ...input, subject: fromCaller(subject) } : input;
}

function print(
  { none, lineByLine }: Command,
  { json, stream, notes = [], code = 0 }: CommandOutcome,
  asJson: boolean,
): Printed {
  if (asJson) {
    return { out: stream ? asArray(stream) : [`${JSON.stringify(json)}\n`], err: notes, code };
  }
  if (lineByLine) return { out: asLines(stream ?? json as unknown[]), err: notes, code };
  const lines = show(json, none);
  return { ...text([...lines, ...notes.length > 0 ? [""] : [], ...notes].join("\n")), code };
}

async function* asLines(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* asArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = "[";
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ",";
  }
  yield before === "[" ? "[]\n" : "]\n";
}

function text(page: string): Printed {
  return { out: [`${page}\n`], err: [], code: 0 };
}

function unknown(
  commands: readonly Command[],
  ofNoun: readonly Command[],
  asked: string,
): CommandError {
  const meant = nearest(asked, commands.map(commandName));
  const known = meant !== undefined
    ? `did you mean "${meant}"?`
    : ofNoun.length > 0
    ? `"${ofNoun[0]!.noun}" takes ${ofNoun.map(({ verb }) => verb).join(", ")};`
    : `there are ${[...new Set(commands.map(({ noun }) => noun))].join(", ")};`;
  return new CommandError(`Cannot find the command "${asked}": ${known} --help shows all`);
}
