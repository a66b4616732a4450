import { parseArgs } from "node:util";
import { suggestion } from "../diagnostic/wording.ts";
import { say, type Words, wordsOf } from "../words/say.ts";

/** An option as it was written: `--branch=main`, `--branch main`, or `--branch` alone. */
interface WrittenOption {
  /** With its hyphens. */
  readonly name: string;
  readonly value: string | undefined;
  /** Whether the value is behind `=`, and not the next word. */
  readonly isInline: boolean;
}

/** An option of a task; `T`: what its values say. */
export interface TaskOption<T> {
  /** `string`: its value is behind `=`, or the next word. */
  readonly type: "boolean" | "string";
  /** What is wrong with it as it was written; without this a `boolean` takes no value. */
  problem?(written: WrittenOption): string | undefined;
  /** What is wrong with the value that holds; said if nothing else is wrong. */
  lastProblem?(name: string, value: string): string | undefined;
  /** What its values say, in their order; none if the option was not given. */
  read(values: readonly string[]): T;
}

type TaskOptions = Readonly<Record<string, TaskOption<unknown>>>;

/** What the options of a call say; those that were written come first, in their order. */
type GivenOptions<O extends TaskOptions> = {
  readonly [N in keyof O]: O[N] extends TaskOption<infer T> ? T : never;
};

/** What a task takes. */
interface CommandLine<O extends TaskOptions, Call> {
  /** By name without hyphens, in the order in which messages list them. */
  readonly options: O;
  /**
   * Whether its words are paths: what begins with one hyphen is then an unknown option, and a lone `--` is
   * passed over. Else the first is a word, such as a name, and the second an unknown option.
   */
  readonly takesPaths?: boolean;
  /** Makes the call of the words that are no options; a text explains what is wrong with them. */
  read(words: readonly string[], given: GivenOptions<O>): Call | string;
}

/** A switch. */
export const flag: TaskOption<boolean> = {
  type: "boolean",
  read: (values) => values.length > 0,
};

/** One of some words, the first of them if the option is not given. */
export function oneOf<const T extends string>(words: readonly [T, ...T[]]): TaskOption<T> {
  return {
    type: "string",
    lastProblem: (name, value) =>
      words.some((word) => word === value)
        ? undefined
        : say`Cannot use ${name}: expected one of ${words.join(", ")}; found "${value}"${
          suggestion(value, words)
        }`,
    read: (values) => words.find((word) => word === values.at(-1)) ?? words[0],
  };
}

/** A text that is not empty; `expected` says what it is. */
export function textOption(expected: Words): TaskOption<string | undefined> {
  return {
    type: "string",
    problem: ({ name, value }) =>
      value ? undefined : say`Cannot use ${name}: expected ${wordsOf(expected)} behind it`,
    read: (values) => values.at(-1),
  };
}

/** A text of some form; what begins with two hyphens is the next option, if it is a word of its own. */
export function patternOption(expected: Words, form: RegExp): TaskOption<string | undefined> {
  return {
    type: "string",
    problem({ name, value, isInline }) {
      const given = isInline || !value?.startsWith("--") ? value : undefined;
      if (form.test(given ?? "")) return undefined;
      const written = given === undefined ? name : `${name}=${given}`;
      return say`Cannot use ${written}: expected ${wordsOf(expected)}`;
    },
    read: (values) => values.at(-1),
  };
}

/** Makes the reader of a task's words; what it returns for wrong ones is a text that explains them. */
export function commandReader<const O extends TaskOptions, Call>(
  line: CommandLine<O, Call>,
): (args: readonly string[]) => Call | string {
  return (args) => {
    const parted = partWords(line, args);
    if (typeof parted === "string") return parted;
    const { words, written } = parted;
    const names = [...new Set([...written.keys(), ...Object.keys(line.options)])];
    const given = names.map((name) =>
      [name, line.options[name]!.read(written.get(name) ?? [])] as const
    );
    const call = line.read(words, Object.fromEntries(given) as GivenOptions<O>);
    if (typeof call === "string") return call;
    for (const [name, values] of written) {
      const problem = line.options[name]!.lastProblem?.(`--${name}`, values.at(-1)!);
      if (problem !== undefined) return problem;
    }
    return call;
  };
}

/** Options may be anywhere. */
function partWords<O extends TaskOptions, Call>(
  { options, takesPaths = false }: CommandLine<O, Call>,
  args: readonly string[],
): { words: string[]; written: Map<string, string[]> } | string {
  const given = takesPaths ? args.filter((word) => word !== "--") : [...args];
  // Where it is no option of the task itself, it was taken out of the words before.
  const known = [...new Set([...Object.keys(options), "language"])].map((name) => `--${name}`);
  const { tokens } = parseArgs({ args: given, options, strict: false, tokens: true });
  const words: string[] = [];
  const written = new Map<string, string[]>();
  for (const [index, [token]] of Map.groupBy(tokens, ({ index }) => index)) {
    const word = given[index]!;
    if (!word.startsWith(takesPaths ? "-" : "--")) {
      words.push(word);
      continue;
    }
    const [name = ""] = word.split("=", 1);
    const option = known.includes(name) ? options[name.slice(2)] : undefined;
    const { value, inlineValue = false } = token?.kind === "option" ? token : {};
    if (option === undefined || isBare(option) && value !== undefined) {
      return say`Cannot use ${takesPaths ? word : name}: expected one of ${known.join(", ")}${
        suggestion(name, known)
      }`;
    }
    const problem = option.problem?.({ name, value, isInline: inlineValue });
    if (problem !== undefined) return problem;
    const key = name.slice(2);
    written.set(key, [...written.get(key) ?? [], value ?? ""]);
  }
  return { words, written };
}

/** Whether an option is a switch that takes no value. */
function isBare(option: TaskOption<unknown>): boolean {
  return option.type === "boolean" && option.problem === undefined;
}
