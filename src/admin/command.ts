import type { Store } from "../start/store.ts";
import type { Clock } from "../platform/clock.ts";
import type { PackIndex } from "../model/pack.ts";

/** One option of a command, as `--help` shows it. */
export interface Option {
  readonly takes?: string;
  readonly says: string;
  readonly required?: boolean;
  readonly repeats?: boolean;
}

/** What a command was called with. */
export interface Arguments {
  /** The word behind noun and verb, such as a key's id. */
  readonly subject: string;
  /** The value of an option, or undefined. */
  text(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  all(name: string): readonly string[];
  /** Whether an option without a value is there. */
  has(name: string): boolean;
}

/** What commands work with. */
export interface Desk {
  readonly store: Store;
  readonly clock: Clock;
  /** The content that was built last: its plans, its groups. */
  content(): PackIndex;
}

/** What a command answers: a value for programs, lines for people. */
export interface Outcome {
  readonly json: unknown;
  readonly lines: readonly string[];
  /** The exit code; 0 where left out. */
  readonly code?: number;
}

/** One command: `key issue`, `key list`, … */
export interface Command {
  readonly noun: string;
  readonly verb: string;
  readonly says: string;
  /** What the word behind the verb is, where there has to be one. */
  readonly subject?: string;
  readonly options: Readonly<Record<string, Option>>;
  run(desk: Desk, given: Arguments): Promise<Outcome>;
}

/** The command cannot do what it was asked; the message says why and what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}
