import { commandReader, flag, patternOption } from "../../task/command_line.ts";
import { phrase, say } from "../../words/say.ts";
import type { SveltiaOptions } from "./sveltia.ts";

/** What a call of `deno task editor` asks for. */
export interface FormCall extends SveltiaOptions {
  /** The page's folder, seen from the repository's root. */
  readonly folder: string;
  /** Whether the page that an earlier call wrote is served to this machine. */
  readonly isServed: boolean;
}

/** Reads the words of a call; a text explains what is wrong with them. */
export const readFormCall = commandReader({
  options: {
    repo: patternOption(phrase`owner/name, as on GitHub`, /^[\w.-]+\/[\w.-]+$/),
    branch: patternOption(phrase`the name of a branch`, /^[\w./-]+$/),
    "sign-in": patternOption(
      phrase`an address that starts with https://`,
      /^https:\/\/[^\s"'<>]+$/,
    ),
    review: flag,
    serve: flag,
  },
  read(folders, { repo = "", branch, "sign-in": signIn, ...given }): FormCall | string {
    const [folder = "forms"] = folders;
    if (folders.length > 1) return say`Expected one folder, found ${folders.length}`;
    if (!isBelow(folder)) {
      return say`Cannot use the folder "${folder}": expected one below the repository's root, such as forms`;
    }
    return {
      folder: folder.replace(/^(?:\.\/)+|\/+$/g, ""),
      repository: repo,
      branch,
      signIn,
      isReviewed: given.review,
      isServed: given.serve,
    };
  },
});

function isBelow(folder: string): boolean {
  return /^(?:\.\/)*[\w-][\w./-]*$/.test(folder) && !folder.split("/").includes("..");
}
