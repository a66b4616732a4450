/** Reads a value from a text that somebody wrote: a parameter, a setting, an option. */
export interface TextReader<T> {
  /** What it reads, in words: "a whole number from 1 to 31". */
  readonly description: string;
  /** The texts that it reads, if they are few. */
  readonly choices?: readonly string[];
  /** The value, or undefined if the text is wrong. */
  read(text: string): T | undefined;
}

/** A whole number between two bounds, in plain digits. */
export function wholeNumberText(least: number, most: number): TextReader<number> {
  return {
    description: `a whole number from ${least} to ${most}`,
    read(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

/** One of a few words, as they are written. */
export function choiceText<const T extends string>(
  words: readonly T[],
  description: string,
): TextReader<T> {
  return { description, choices: words, read: (text) => words.find((word) => word === text) };
}
