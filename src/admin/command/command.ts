/**
 * This room defines what a command is: its options, its dependencies, its outcome.
 *
 * @module
 */

import type { Meter } from "../../access/limits/meter.ts";
import type { CommitChange } from "../../audit/change.ts";
import type { Mailer } from "../../mail/mail.ts";
import type { PackIndex } from "../../model/pack_index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Engine } from "../../store/engine.ts";
import type { Store } from "../../store/store.ts";
import type { TextReader } from "../../toolbox/text_reader.ts";

/** Reads an option's value; a function, if it depends on the content or on where the command runs. */
export type OptionReader<T = unknown> = TextReader<T> | ((env: CommandEnv) => TextReader<T>);

/** One option of a command, as `--help` and the page at `/admin` show it. */
export interface Option<T = unknown> {
  readonly description: string;
  /** What its value is called; without one, it is there or not. */
  readonly valueName?: string;
  readonly required?: boolean;
  readonly repeats?: boolean;
  /** Reads its value, if it has one. */
  readonly reader?: OptionReader<T>;
}

export type Options = Readonly<Record<string, Option>>;

/** The value of an option: whether it is there, what was read, or a list of that. */
type Value<O extends Option> = O extends { readonly reader: OptionReader<infer T> }
  ? O["repeats"] extends true ? readonly T[] : O["required"] extends true ? T : T | undefined
  : boolean;

/** The values of options, by name. */
export type Values<O extends Options> = { readonly [Name in keyof O]: Value<O[Name]> };

/** What commands work with, at the machine or in the server. */
export interface CommandEnv {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  readonly mailer: Mailer;
  /** The content that was built last: its plans, its groups. */
  content(): PackIndex;
  /** The facts of the service, for letters: with the address under which it is reached. */
  site(): PackIndex["site"];
  /** Whether it runs at the machine: no caller waits beside it. */
  readonly isLocal?: true;
  /** Called when something may have gone on record. */
  readonly recorded?: () => void;
  /** Resolves when this process knows of every key that was changed before; absent if it serves no caller. */
  readonly learnChanges?: () => Promise<void>;
}

/** The same for one run of a command: what it changes is in the audit, or is not changed. */
export interface CommandDeps extends CommandEnv {
  /** Changes something that is no key, token, code or administrator, with the entry of the change. */
  readonly commit: CommitChange;
  /**
   * Makes a change that takes more than one commit: `after` is on record before it begins, and again with
   * its end (`outcome`: `begun`, then `done` or `failed`). The changes of `work` have no entries of their own.
   */
  inSteps<T>(
    after: Readonly<Record<string, unknown>>,
    work: (store: Store) => Promise<T>,
  ): Promise<T>;
}

/** The outcome of a command. */
export interface CommandOutcome {
  /** The value for programs; people read the same as a table or as facts. */
  readonly json: unknown;
  /** In place of it, the values of an array that may be longer than memory. At the machine alone. */
  readonly stream?: AsyncIterable<unknown>;
  /** Sentences for the operator; programs do not get them. */
  readonly notes?: readonly string[];
  /** The exit code; 0 if left out. */
  readonly code?: number;
}

/**
 * The media type that the command line and the page at `/admin` ask for: not just the JSON value of a
 * command, but its notes and exit code too.
 */
export const OUTCOME_TYPE = "application/vnd.oshibase.outcome+json";

/** How `/api/admin/` is asked for a command: one that changes something takes a POST. */
type CommandMethod = "GET" | "POST";

/** What a command is, besides its words, its options and where it is. */
interface CommandFacts {
  readonly description: string;
  /** The name of the word behind the verb, if there has to be one. */
  readonly subject?: string;
  /** The option whose values may follow that word without its name. */
  readonly rest?: string;
  /** Whether `/api/admin/` has it without `ADMIN_API=on` too. */
  readonly always?: true;
  /** Whether nothing brings back what it does: a page asks before it. */
  readonly forGood?: true;
  /** Whether it shows who has what and does what: then looking is on record too. */
  readonly showsPersonalData?: true;
  /** What people read in place of an empty list. */
  readonly none?: string;
  /** Whether people read each value of its list as a line of JSON. */
  readonly lineByLine?: true;
  /** At the machine, in place of `run`: what is done to the store's file, which it must not open. */
  runClosed?(store: ClosedStore, subject: string): Promise<CommandOutcome>;
}

/** One command: `key issue`, `key list`, … */
export interface Command extends CommandFacts {
  readonly noun: string;
  readonly verb: string;
  readonly options: Options;
  /** Where `/api/admin/` has it, with `{}` for the subject; absent: only at the machine itself. */
  readonly at?: { readonly method: CommandMethod; readonly path: string };
  run(deps: CommandDeps, subject: string, values: object): Promise<CommandOutcome>;
}

/** A command as it is written down. */
interface CommandEntry<O extends Options> extends CommandFacts {
  readonly options?: O;
  readonly at?: `${CommandMethod} ${string}`;
  run(deps: CommandDeps, subject: string, values: Values<O>): Promise<CommandOutcome>;
}

/** A command by its noun and verb. The command line, `/api/admin/` and `/admin` are made of it. */
// deno-lint-ignore ban-types
export function command<const O extends Options = {}>(
  name: `${string} ${string}`,
  { at: place, options = {} as O, ...entry }: CommandEntry<O>,
): Command {
  const [noun, verb] = name.split(" ") as [string, string];
  const [method, path] = (place?.split(" ") ?? []) as [CommandMethod, string];
  return { ...entry, noun, verb, options, ...(place && { at: { method, path } }) } as Command;
}

/** A store that is not open. */
export interface ClosedStore {
  /** `KV_PATH`, or the default file. */
  readonly address: string;
  readonly settings: Settings;
  /** What opens addresses, besides the runtime's KV. */
  readonly engines: readonly Engine[];
  readonly clock: Clock;
  readonly random: Random;
  /** Shows how far a command is that takes more than a second. */
  progress(line: string): void;
}

/** Why a command cannot be run: its words, nothing by that name, or the state of things. */
type CommandErrorKind = "words" | "missing" | "conflict";

/** The command cannot do what it was asked; the message gives the reason and the remedy. */
export class CommandError extends Error {
  override name = "CommandError";
  constructor(message: string, readonly kind: CommandErrorKind = "words") {
    super(message);
  }
}

/** A command's name as it is called. */
export function commandName({ noun, verb }: Pick<Command, "noun" | "verb">): string {
  return `${noun} ${verb}`;
}

/**
 * What a command names.
 *
 * @throws {CommandError} if it is undefined: nothing goes by that name
 */
export function found<T>(thing: T | undefined, noun: string, name: string): T {
  if (thing === undefined) throw notFound(noun, name);
  return thing;
}

/** Nothing goes by that name. A secret that was taken for an id is not repeated. */
export function notFound(noun: string, name: string): CommandError {
  const shown = /^[JPF]-|-osb_/.test(name) ? "by its secret" : `"${name}"`;
  const message = `Cannot find the ${noun} ${shown}; "${noun} list" shows all there are`;
  return new CommandError(message, "missing");
}
