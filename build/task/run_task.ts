import { npxRemark } from "../../src/platform/npx.ts";
import { SettingsError } from "../../src/platform/settings.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { harmless } from "../diagnostic/format.ts";
import { DONE, FAILED, TaskError, WRONG_CALL } from "./task_error.ts";
import {
  type Language,
  languageOfTag,
  LANGUAGES,
  say,
  speak,
  spokenLanguage,
} from "../words/say.ts";

/** A task of `deno.json`: how it is called, and what it does. */
interface BuildTask<Call> {
  /** How it is called: `deno task …`. */
  readonly usage: string;
  /** What `--help` prints; it names the exit codes. */
  readonly help: string;
  /** Whether `--language` is an option of its own; else it chooses the language of the messages. */
  readonly hasOwnLanguage?: boolean;
  /** Reads the words of a call; a text explains what is wrong with them. */
  readCall(words: readonly string[]): Call | string;
  /**
   * Does the work; returns the exit code.
   *
   * @throws {TaskError} where it cannot be done
   */
  run(call: Call): number | Promise<number>;
}

/** Does what the words of a call ask for; reports what cannot be done, and returns the exit code. */
export type Task = (words: readonly string[]) => Promise<number>;

/** A task that is called by words. */
export function taskOf<Call>(task: BuildTask<Call>): Task {
  return async (words) => {
    speak(terminalLanguage());
    const chosen = task.hasOwnLanguage
      ? { words, language: spokenLanguage() }
      : chooseLanguage(words, spokenLanguage());
    if (typeof chosen !== "string") speak(chosen.language);
    if (words.includes("--help") || words.includes("-h") || words.join() === "help") {
      const remark = npxRemark((name) => Deno.env.get(name));
      console.log([task.help, ...(remark === undefined ? [] : [remark])].join("\n\n"));
      return DONE;
    }
    const call = typeof chosen === "string" ? chosen : task.readCall(chosen.words);
    if (typeof call === "string") {
      console.error(`${call}\n\n  ${task.usage}\n\n${say`--help tells more`}`);
      return WRONG_CALL;
    }
    try {
      return await task.run(call);
    } catch (error) {
      if (!isTold(error)) throw error;
      tell(error.message);
      return error instanceof TaskError ? error.exitCode : FAILED;
    }
  };
}

/** Prints lines for people; what comes from files may hold what would move a terminal's cursor. */
export function tell(lines: string): void {
  console.error(lines.split("\n").map(harmless).join("\n"));
}

/** A mistake that a person can fix: a call, a setting, a file, or the system's refusal, such as `ENOSPC`. */
function isTold(error: unknown): error is Error {
  return [TaskError, SettingsError, StartError].some((kind) => error instanceof kind) ||
    error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
}

/**
 * What `--language=…` asks for, else what a terminal is set to, and the words without it; a text explains
 * what is wrong.
 */
export function chooseLanguage(
  words: readonly string[],
  terminal: Language,
): { readonly words: readonly string[]; readonly language: Language } | string {
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
function terminalLanguage(): Language {
  const set = ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => Deno.env.get(name)).find(Boolean);
  return languageOfTag(set ?? "en");
}
