import { suggestion } from "../diagnostic/nearest.ts";
import type { SveltiaOptions } from "./sveltia.ts";
import { phrase, say, translated } from "../words/say.ts";

/** What a call of `deno task editor` asks for. */
export interface FormCall extends SveltiaOptions {
  /** The page's folder, seen from the repository's root. */
  readonly folder: string | undefined;
  /** Whether GitHub's forms for issues are written, and the workflow that reads them. */
  readonly hasIssues: boolean;
  /** Whether nothing is written, and what no longer fits is told. */
  readonly isCheck: boolean;
  /** Whether the words of the last call hold. */
  readonly isAgain: boolean;
  /** Whether the page that the last call wrote is served to this machine. */
  readonly isServed: boolean;
}

const OPTIONS: Readonly<Record<string, { readonly expected: string; readonly fits: RegExp }>> = {
  "--repo": { expected: phrase`owner/name, as on GitHub`, fits: /^[\w.-]+\/[\w.-]+$/ },
  "--branch": { expected: phrase`the name of a branch`, fits: /^[\w./-]+$/ },
  "--sign-in": {
    expected: phrase`an address that starts with https://`,
    fits: /^https:\/\/[^\s"'<>]+$/,
  },
};

const SWITCHES = ["--review", "--issues", "--check", "--again", "--serve"];

/** Reads the words of a call; a text explains what is wrong with them. */
export function readFormCall(args: readonly string[]): FormCall | string {
  const words = joinValues(args);
  const folders = words.filter((word) => !word.startsWith("--"));
  const values: Record<string, string> = {};
  for (const word of words.filter((word) => word.startsWith("--"))) {
    const [option = "", ...rest] = word.split("=");
    if (SWITCHES.includes(word)) continue;
    const known = [...Object.keys(OPTIONS), ...SWITCHES];
    const rule = OPTIONS[option];
    if (rule === undefined) {
      return say`Cannot use ${option}: expected one of ${known.join(", ")}${
        suggestion(option, known)
      }`;
    }
    const value = rest.join("=");
    if (!rule.fits.test(value)) {
      return say`Cannot use ${word}: expected ${translated(rule.expected)}`;
    }
    values[option] = value;
  }
  if (folders.length > 1) return say`Expected one folder, found ${folders.length}`;
  const problem = folderProblem(folders[0]);
  if (problem !== undefined) return problem;
  return {
    folder: folders[0]?.replace(/^(?:\.\/)+|\/+$/g, ""),
    repository: values["--repo"] ?? "",
    branch: values["--branch"],
    signIn: values["--sign-in"],
    isReviewed: words.includes("--review"),
    hasIssues: words.includes("--issues"),
    isCheck: words.includes("--check"),
    isAgain: words.includes("--again"),
    isServed: words.includes("--serve"),
  };
}

/** `--repo owner/name` is `--repo=owner/name`. */
function joinValues(args: readonly string[]): string[] {
  const words: string[] = [];
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    const next = args[place + 1];
    const isJoined = word in OPTIONS && next !== undefined && !next.startsWith("--");
    words.push(isJoined ? `${word}=${next}` : word);
    if (isJoined) place++;
  }
  return words;
}

function folderProblem(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const isBelow = /^(?:\.\/)*[\w-][\w./-]*$/.test(folder) && !folder.split("/").includes("..");
  return isBelow
    ? undefined
    : say`Cannot use the folder "${folder}": expected one below the repository's root, such as forms`;
}
