import { type Language, languageOfTag, LANGUAGES, say } from "./say.ts";

/** A call without the words that choose a language, and the language. */
interface SpokenCall {
  readonly words: readonly string[];
  readonly language: Language;
}

/** What `--language=…` asks for, else what a terminal is set to; a text explains what is wrong. */
export function chooseLanguage(
  words: readonly string[],
  terminal: Language,
): SpokenCall | string {
  const at = words.findIndex((word) => /^--language(?:=|$)/.test(word));
  if (at < 0) return { words, language: terminal };
  const hasValue = words[at]!.includes("=");
  const asked = hasValue ? words[at]!.slice("--language=".length) : words[at + 1] ?? "";
  const language = LANGUAGES.find((one) => one === asked);
  if (language === undefined) {
    return say`Cannot use --language: expected one of ${LANGUAGES.join(", ")}; found "${asked}"`;
  }
  const rest = words.toSpliced(at, hasValue ? 1 : 2);
  return { words: rest, language };
}

/** What the terminal is set to, by the first of these that says something, as POSIX has it. */
export function terminalLanguage(): Language {
  const set = ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => Deno.env.get(name)).find(Boolean);
  return languageOfTag(set ?? "en");
}
