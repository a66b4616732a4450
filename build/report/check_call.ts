import { suggestion } from "../diagnostic/nearest.ts";
import { isReportFormat, REPORT_FORMATS, type ReportFormat } from "./report_format.ts";
import { say } from "../words/say.ts";

/** What `deno task check` was asked to do. */
export interface CheckCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: ReportFormat;
  readonly isFixing: boolean;
  /** Whether what would be fixed is only told. */
  readonly isPreview?: boolean;
}

const OPTIONS = ["--format", "--fix", "--language"];
const FIXING = ["--fix", "--fix=preview"];

/** Reads the words of a call; a text explains what is wrong with them. */
export function readCheckCall(args: readonly string[]): CheckCall | string {
  const paths: string[] = [];
  let format: string = "text";
  let fixing: "no" | "yes" | "preview" = "no";
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    const [name = "", value] = word.split(/=(.*)/s);
    if (word === "--") continue;
    else if (!word.startsWith("-")) paths.push(word);
    else if (name === "--format") format = value ?? args[++place] ?? "";
    else if (word === "--fix") fixing = "yes";
    else if (word === "--fix=preview") fixing = "preview";
    else if (name === "--fix") {
      return say`Cannot use ${word}: expected --fix, or --fix=preview${suggestion(word, FIXING)}`;
    } else {
      const expected = say`Cannot use ${word}: expected one of ${OPTIONS.join(", ")}`;
      return expected + suggestion(name, OPTIONS);
    }
  }
  if (isReportFormat(format)) {
    const isPreview = fixing === "preview";
    return { paths, format, isFixing: fixing === "yes", ...(isPreview && { isPreview }) };
  }
  return say`Cannot use --format: expected one of ${REPORT_FORMATS.join(", ")}; found "${format}"${
    suggestion(format, REPORT_FORMATS)
  }`;
}
