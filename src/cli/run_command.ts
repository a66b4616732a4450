import {
  checkInput,
  type ClosedStore,
  type Command,
  CommandError,
  type CommandInput,
  commandName,
  type CommandOutcome,
} from "../admin/command/command.ts";
import { fromCaller } from "../platform/caller_paths.ts";
import { AT_THE_MACHINE, runOnRecord, type UnrecordedDeps } from "../admin/trail/trail.ts";
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
  /** Has a server run the command; `forPeople`: its JSON value is not printed. */
  ask(
    server: string,
    command: Command,
    input: CommandInput,
    options: { forPeople: boolean },
  ): Promise<CommandOutcome>;
}

/**
 * Runs `<noun> <verb> …`.
 *
 * @throws {CommandError} if the words or what they ask for cannot be used
 */
export async function runCommand(
  commands: readonly Command[],
  line: readonly string[],
  surroundings: CliEnv,
): Promise<Printed> {
  const { mode, words: [noun = "", verb = "", ...words] } = splitMode(line);
  if (noun === "" || noun === "help") return text(helpAll(commands));
  const command = commands.find((known) => known.noun === noun && known.verb === verb);
  if (command === undefined) return unknown(commands, noun, verb);
  if (mode.help) return text(helpFor(command));
  const input = withPlacedFile(command, parseWords(command, words));
  // A server checks it too; but no one should have to log in to learn that a word is missing.
  const options = { forPeople: !mode.json };
  const checked = checkInput(command, input, options);
  if (mode.server === undefined && command.runClosed !== undefined) {
    return print(await command.runClosed(surroundings.closedStore(), checked), mode.json);
  }
  const mustExist = !mode.newStore;
  const outcome = mode.server === undefined
    ? await runOnRecord(
      command,
      await surroundings.openDesk({ mustExist }),
      checked,
      AT_THE_MACHINE,
    )
    : await surroundings.ask(mode.server, command, input, options);
  return print(outcome, mode.json);
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

function print(outcome: CommandOutcome, asJson: boolean): Printed {
  const { stream, notes = [], code = 0 } = outcome;
  if (stream !== undefined) {
    return { out: asJson ? asArray(stream) : asLines(stream), err: [], code };
  }
  // Only the form that is asked for is made.
  if (asJson) return { out: [`${JSON.stringify(outcome.json)}\n`], err: notes, code };
  const { lines } = outcome;
  return { out: asPage(notes.length > 0 ? [...lines, "", ...notes] : lines), err: [], code };
}

function asPage(lines: readonly string[]): string[] {
  return [`${lines.join("\n")}\n`];
}

async function* asLines(values: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const value of values) yield `${value}\n`;
}

async function* asArray(values: AsyncIterable<string>): AsyncGenerator<string> {
  let before = "[";
  for await (const value of values) {
    yield before + value;
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
  const known = ofNoun.length > 0
    ? `"${noun}" takes ${ofNoun.map((command) => command.verb).join(", ")}`
    : `there are ${[...new Set(commands.map((command) => command.noun))].join(", ")}`;
  throw new CommandError(
    `Cannot find the command "${commandName({ noun, verb }).trim()}": ${known}; --help shows all`,
  );
}

const WRITTEN_AT_ONCE = 65_536;

/**
 * Prints pieces one after the other, however many: the next are made when the ones before are written.
 * A reader that has had enough, as `head`, ends it.
 */
export async function printPieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = to.getWriter();
  const encoder = new TextEncoder();
  let waiting = "";
  try {
    for await (const piece of pieces) {
      waiting += piece;
      if (waiting.length < WRITTEN_AT_ONCE) continue;
      await writer.write(encoder.encode(waiting));
      waiting = "";
    }
    await writer.write(encoder.encode(waiting));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  } finally {
    writer.releaseLock();
  }
}
