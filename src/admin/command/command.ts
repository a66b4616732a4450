/**
 * This room defines what a command is: its input, its dependencies, its outcome.
 *
 * @module
 */

import type { Engine } from "../../store/engine.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Mailer } from "../../mail/mail.ts";
import type { Meter } from "../../access/limits/meter.ts";
import type { PackIndex } from "../../model/pack_index.ts";
import type { Random } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Store } from "../../store/store.ts";

/** One option of a command, as `--help` shows it. */
export interface Option {
  readonly valueName?: string;
  readonly description: string;
  readonly required?: boolean;
  readonly repeats?: boolean;
  /** The values that it takes, if they are few. */
  readonly choices?: readonly string[] | ((content: PackIndex) => readonly string[]);
}

/** The arguments of one run of a command. */
export interface CommandArguments {
  /** The word behind noun and verb, such as a key's id. */
  readonly subject: string;
  /** The value of an option, or undefined. */
  text(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  all(name: string): readonly string[];
  /** Whether an option without a value is there. */
  has(name: string): boolean;
  /** Only the form for people is shown. */
  readonly forPeople?: boolean;
}

/** The dependencies of commands, at the machine or in the server. */
export interface CommandDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly mailer: Mailer;
  /** The content that was built last: its plans, its groups. */
  content(): PackIndex;
  readonly onRecord: OnRecord;
  /** Absent if commands come from elsewhere. */
  readonly files?: Files;
}

/** The machine's files, if a command is given at the machine. */
export function filesOf({ files }: Pick<CommandDeps, "files">): Files {
  if (files === undefined) throw new CommandError("Cannot use files from here");
  return files;
}

/** A change that takes more than one commit, as in its entries. */
interface LongChange {
  /** What is changed; if left out, what the command names. */
  readonly subject?: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  /** An `outcome` is added: `begun`, then `done` or `failed`. */
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Makes a change that takes more than one commit: it is on record before it begins, and so is how it
 * ended. Commits of the store that happen meanwhile have no entries of their own.
 */
export type OnRecord = <T>(change: LongChange, work: () => Promise<T>) => Promise<T>;

/** Files of this machine, for its owner's eyes only. */
export interface Files {
  /**
   * Writes a file whole, readable by its owner only, which `make` writes at another path that is there and
   * empty; if there is a file, only if it may `replace` it.
   */
  make(
    path: string,
    make: (draft: string) => Promise<void>,
    options: { replace: boolean },
  ): Promise<void>;
}

/** The outcome of a command. */
export interface CommandOutcome {
  /** For programs. */
  readonly json: unknown;
  /** The same for people. */
  readonly lines: readonly string[];
  /**
   * In place of both, if it may be longer than memory: JSON values as text, which make one array for
   * programs and a line each for people. At the machine alone.
   */
  readonly stream?: AsyncIterable<string>;
  /** Further lines for the operator; programs do not get them. */
  readonly notes?: readonly string[];
  /** The exit code; 0 if left out. */
  readonly code?: number;
  /** Which page of a list it is. */
  readonly page?: CommandPage;
}

/** A page of a list: its counts, and the options that narrowed the list. */
export interface CommandPage {
  readonly counts: {
    readonly page: number;
    readonly perpage: number;
    readonly total_count: number;
    readonly total_pages: number;
  };
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/**
 * The media type that the command line asks `/api/admin/` for: not just the JSON value of a command, but its lines,
 * notes and exit code too.
 */
export const OUTCOME_TYPE = "application/vnd.oshibase.outcome+json";

/** The `Prefer` header (RFC 7240, section 4.2) of a command line that prints the lines for people alone. */
export const LINES_ALONE = "return=minimal";

/** A command in the table of its noun, by its verb. */
export interface CommandEntry {
  readonly description: string;
  /** The name of the word behind the verb, if there has to be one. */
  readonly subject?: string;
  /** The option that may take the place of that word, which is then its name. */
  readonly everything?: string;
  /** The option whose values may follow that word without its name. */
  readonly rest?: string;
  /** None if left out. */
  readonly options?: Readonly<Record<string, Option>>;
  /**
   * The method and path below `/api/admin/`, in which `{}` is replaced by the subject. Absent: only at
   * the machine itself.
   */
  readonly at?: `${CommandMethod} ${string}`;
  /** Whether that is there without `ADMIN_API=on` too. */
  readonly always?: true;
  /** Whether nothing brings back what it does: a page asks before it. */
  readonly forGood?: true;
  /** Whether it shows who has what and does what: then looking is on record too. */
  readonly showsPersonalData?: true;
  run(deps: CommandDeps, input: CommandArguments): Promise<CommandOutcome>;
  /** At the machine, in place of `run`: what is done to the store's file, which it must not open. */
  runClosed?(store: ClosedStore, input: CommandArguments): Promise<CommandOutcome>;
}

/** A store that is not open. */
export interface ClosedStore {
  /** `KV_PATH`, or the default file. */
  readonly address: string;
  readonly settings: Settings;
  /** What opens addresses, besides the runtime's KV. */
  readonly engines: readonly Engine[];
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  /** Shows how far a command is that takes more than a second. */
  progress(line: string): void;
}

/** How `/api/admin/` is asked for a command: one that changes something takes a POST. */
type CommandMethod = "GET" | "POST";

/** One command: `key issue`, `key list`, … */
export interface Command extends Omit<CommandEntry, "options" | "at" | "always"> {
  readonly noun: string;
  readonly verb: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Where `/api/admin/` has it; absent: only at the machine itself. */
  readonly at?: {
    readonly method: CommandMethod;
    readonly path: string;
    readonly always: boolean;
  };
}

/** The commands of a noun's table: the command line and `/api/admin/` have both from it. */
export function commandsOf(
  noun: string,
  entries: Readonly<Record<string, CommandEntry>>,
): readonly Command[] {
  return Object.entries(entries).map(([verb, { at, always = false, options = {}, ...entry }]) => {
    if (at === undefined) return { ...entry, noun, verb, options };
    const [method, path] = at.split(" ") as [CommandMethod, string];
    return { ...entry, noun, verb, options, at: { method, path, always } };
  });
}

/** Finds a path in a table, in which `{}` matches any second segment that is no path's own. */
export function matchPath<Entry>(
  table: Readonly<Record<string, Entry>>,
  segments: readonly string[],
): { readonly entry: Entry; readonly subject: string } | undefined {
  const exact = segments.join("/");
  if (Object.hasOwn(table, exact)) return { entry: table[exact]!, subject: "" };
  const [kind = "", subject = "", ...rest] = segments;
  const pattern = [kind, "{}", ...rest].join("/");
  if (subject === "" || !Object.hasOwn(table, pattern)) return undefined;
  return { entry: table[pattern]!, subject };
}

/** Why a command cannot be run: its words, nothing by that name, or the state of things. */
type CommandErrorKind = "words" | "missing" | "conflict";

/** The command cannot do what it was asked; the message gives the reason and the remedy. */
export class CommandError extends Error {
  override name = "CommandError";
  /** `option`: the name of the option whose value cannot be taken, if it is one. */
  constructor(
    message: string,
    readonly kind: CommandErrorKind = "words",
    readonly option?: string,
  ) {
    super(message);
  }
}

/** A command's name as it is called. */
export function commandName({ noun, verb }: Pick<Command, "noun" | "verb">): string {
  return `${noun} ${verb}`;
}

/** A command's input, wherever it came from: its subject, and its options' values by name. */
export interface CommandInput {
  readonly subject: string;
  /** An option without a value has the one value "true". */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks a command's input and makes its arguments.
 *
 * @throws {CommandError} if a value is missing or there twice
 */
export function checkInput(
  command: Command,
  { subject, values }: CommandInput,
  { forPeople = false } = {},
): CommandArguments {
  if (command.subject !== undefined && subject === "") {
    throw new CommandError(`Cannot run "${commandName(command)}" without ${command.subject}`);
  }
  const missing = new Map<string, string>();
  for (const [name, { required, repeats }] of Object.entries(command.options)) {
    const count = values.get(name)?.filter((value) => value !== "").length ?? 0;
    const shown = name === command.rest ? name : `--${name}`;
    if (required && count === 0) {
      missing.set(name, shown);
      continue;
    }
    if (count > 1 && !repeats) throw new CommandError(`Cannot take ${shown} twice`, "words", name);
    if (values.get(name)?.includes("")) {
      throw new CommandError(`Cannot take ${shown} empty`, "words", name);
    }
  }
  const [first] = missing.keys();
  if (first !== undefined) {
    const shown = [...missing.values()].join(", ");
    throw new CommandError(`Cannot run "${commandName(command)}" without ${shown}`, "words", first);
  }
  const all = (name: string) => values.get(name) ?? [];
  return {
    subject,
    all,
    text: (name) => all(name).at(-1),
    has: (name) => values.has(name),
    forPeople,
  };
}

/**
 * What a command names.
 *
 * @throws {CommandError} if it is undefined: nothing goes by that name
 */
export function found<T>(thing: T | undefined, noun: string, name: string, list?: string): T {
  if (thing === undefined) throw notFound(noun, name, list);
  return thing;
}

/** Nothing goes by that name. A secret that was taken for an id is not repeated. */
export function notFound(noun: string, name: string, list = `${noun} list`): CommandError {
  const shown = /^[JPF]-|-osb_/.test(name) ? "by its secret" : `"${name}"`;
  return new CommandError(
    `Cannot find the ${noun} ${shown}; "${list}" shows all there are`,
    "missing",
  );
}
