import {
  type ClosedStore,
  type Command,
  CommandError,
  commandName,
  type CommandOutcome,
} from "../admin/command/command.ts";
import { checkInput, type CommandInput } from "../admin/command/input.ts";
import { AT_THE_MACHINE, runOnRecord, type UnrecordedDeps } from "../admin/trail/trail.ts";
import { fromCaller } from "../platform/caller_paths.ts";
import { nearest } from "../toolbox/nearest.ts";
import { show } from "./show.ts";
import { helpAll, helpFor, parseWords, splitMode } from "./words.ts";

/** The output of a run: texts for both outputs, and the exit code. */
interface Printed {
  /** In pieces, which hold their line ends. */
  readonly out: readonly string[] | AsyncIterable<string>;
  readonly err: readonly string[];
  readonly code: number;
}

interface CliEnv {
  /** Called only by commands that have read their words. `mustExist`: a missing store is an error. */
  openDesk(options: { mustExist: boolean }): Promise<UnrecordedDeps>;
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
  const { mode, words: [noun = "", verb = "", ...words] } = splitMode(line);
  if (noun === "" || noun === "help") return text(helpAll(commands));
  const command = commands.find((known) => known.noun === noun && known.verb === verb);
  if (command === undefined) return unknown(commands, noun, verb);
  if (mode.help) return text(helpFor(command));
  const input = withPlacedFile(command, parseWords(command, words));
  // It is checked again; but no one should have to log in to learn that a word is missing.
  checkInput(command, input);
  return print(command, await run(), mode.json);

  async function run(): Promise<CommandOutcome> {
    if (mode.server !== undefined) return await ask(mode.server, command!, input);
    if (command!.runClosed) return await command!.runClosed(closedStore(), input.subject);
    const desk = await openDesk({ mustExist: !mode.newStore });
    return await runOnRecord(command!, desk, input, AT_THE_MACHINE);
  }
}

/** A file is named from the folder in which the command is called; an address of a store may be one. */
function withPlacedFile(command: Command, input: CommandInput): CommandInput {
  const { subject } = input;
  const isFile = command.subject === "file" ||
    (command.subject === "address" && !isNoFile(subject));
  return isFile && subject !== "" ? { ...input, subject: fromCaller(subject) } : input;
}

/** Whether an address has a scheme, or is a store in memory. */
function isNoFile(address: string): boolean {
  return /^(\w+:\/\/|:)/.test(address);
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
  return { out: asPage(notes.length > 0 ? [...lines, "", ...notes] : lines), err: [], code };
}

function asPage(lines: readonly string[]): string[] {
  return [`${lines.join("\n")}\n`];
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
  return { out: asPage([page]), err: [], code: 0 };
}

function unknown(commands: readonly Command[], noun: string, verb: string): Printed {
  const ofNoun = commands.filter((command) => command.noun === noun);
  if (ofNoun.length > 0 && (verb === "" || verb === "help")) return text(helpAll(ofNoun));
  const asked = commandName({ noun, verb }).trim();
  const meant = nearest(asked, commands.map(commandName));
  const known = meant !== undefined
    ? `did you mean "${meant}"?`
    : ofNoun.length > 0
    ? `"${noun}" takes ${ofNoun.map((command) => command.verb).join(", ")};`
    : `there are ${[...new Set(commands.map((command) => command.noun))].join(", ")};`;
  throw new CommandError(`Cannot find the command "${asked}": ${known} --help shows all`);
}

/** Prints pieces, however many: the next are made when the ones before are written. */
export async function printPieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const bytes = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  await bytes.pipeTo(to, { preventClose: true }).catch((error) => {
    // A reader that has had enough, as `head`, ends it.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  });
}
