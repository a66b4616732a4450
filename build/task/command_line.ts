import { parseArgs } from "node:util";
import { suggestion } from "../diagnostic/wording.ts";
import { say, type Words, wordsOf } from "../words/say.ts";

/** An option of a task; `T`: what its values say. */
export interface TaskOption<T> {
  /** `string`: its value is behind `=`, or the next word. */
  readonly type: "boolean" | "string";
  /** What is wrong with it as it was written; `isInline`: its value is behind `=`, and not the next word. */
  problem?(name: string, value: string, isInline: boolean): string | undefined;
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

const last = (values: readonly string[]) => values.at(-1);

/** One of some words, the first of them if the option is not given. */
export function oneOf<const T extends string>(words: readonly [T, ...T[]]): TaskOption<T> {
  return {
    type: "string",
    problem: (name, value) =>
      words.some((word) => word === value)
        ? undefined
        : say`Cannot use ${name}: expected one of ${words.join(", ")}; found "${value}"${
          suggestion(value, words)
        }`,
    read: (values) => words.find((word) => word === last(values)) ?? words[0],
  };
}

/** A text that is not empty; `expected` says what it is. */
export function textOption(expected: Words): TaskOption<string | undefined> {
  return {
    type: "string",
    problem: (name, value) =>
      value === "" ? say`Cannot use ${name}: expected ${wordsOf(expected)} behind it` : undefined,
    read: last,
  };
}

/** A text of some form; what begins with two hyphens is the next option, if it is a word of its own. */
export function patternOption(expected: Words, form: RegExp): TaskOption<string | undefined> {
  return {
    type: "string",
    problem(name, value, isInline) {
      const isNext = !isInline && value.startsWith("--");
      if (!isNext && form.test(value)) return undefined;
      const written = isInline || !isNext && value !== "" ? `${name}=${value}` : name;
      return say`Cannot use ${written}: expected ${wordsOf(expected)}`;
    },
    read: last,
  };
}

/** Makes the reader of a task's words; what it returns for wrong ones is a text that explains them. */
export function commandReader<const O extends TaskOptions, Call>(
  { options, takesPaths = false, read }: CommandLine<O, Call>,
): (args: readonly string[]) => Call | string {
  // Where --language is no option of the task itself, it was taken out of the words before.
  const known = [...new Set([...Object.keys(options), "language"])].map((name) => `--${name}`);
  return (args) => {
    const given = takesPaths ? args.filter((word) => word !== "--") : [...args];
    const { tokens } = parseArgs({ args: given, options, strict: false, tokens: true });
    const words: string[] = [];
    const written = new Map<string, string[]>();
    // Options may be anywhere; letters behind one hyphen are several tokens.
    for (const [index, [token]] of Map.groupBy(tokens, ({ index }) => index)) {
      const word = given[index]!;
      if (!word.startsWith(takesPaths ? "-" : "--")) {
        words.push(word);
        continue;
      }
      const [name = ""] = word.split("=", 1);
      const option = known.includes(name) ? options[name.slice(2)] : undefined;
      const { value, inlineValue = false } = token?.kind === "option" ? token : {};
      if (option === undefined || option.type === "boolean" && value !== undefined) {
        return say`Cannot use ${takesPaths ? word : name}: expected one of ${known.join(", ")}${
          suggestion(name, known)
        }`;
      }
      const problem = option.problem?.(name, value ?? "", inlineValue);
      if (problem !== undefined) return problem;
      const key = name.slice(2);
      written.set(key, [...written.get(key) ?? [], value ?? ""]);
    }
    const names = [...new Set([...written.keys(), ...Object.keys(options)])];
    const said = names.map((name) => [name, options[name]!.read(written.get(name) ?? [])]);
    return read(words, Object.fromEntries(said) as GivenOptions<O>);
  };
}
