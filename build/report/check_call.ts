import { suggestion } from "../diagnostic/nearest.ts";
import { commandReader, languageOption, oneOf, type TaskOption } from "../task/command_line.ts";
import { say } from "../words/say.ts";

/** How problems are told: to people, to GitHub Actions, to programs. */
export const REPORT_FORMATS = ["text", "github", "json"] as const;

/** What `deno task check` was asked to do. */
export interface CheckCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: typeof REPORT_FORMATS[number];
  readonly isFixing: boolean;
  /** Whether what would be fixed is only told. */
  readonly isPreview?: boolean;
}

/** `--fix`, or `--fix=preview`. */
const fixOption: TaskOption<string | undefined> = {
  type: "boolean",
  problem: ({ name, value }) =>
    value === undefined || value === "preview"
      ? undefined
      : say`Cannot use ${`${name}=${value}`}: expected --fix, or --fix=preview${
        suggestion(`${name}=${value}`, ["--fix", "--fix=preview"])
      }`,
  read: (values) => values.at(-1),
};

/** Reads the words of a call; a text explains what is wrong with them. */
export const readCheckCall = commandReader({
  takesPaths: true,
  options: { format: oneOf(REPORT_FORMATS), fix: fixOption, language: languageOption },
  read: (paths, { format, fix }): CheckCall => ({
    paths,
    format,
    isFixing: fix === "",
    ...(fix === "preview" && { isPreview: true }),
  }),
});
