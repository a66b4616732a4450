import { suggestion } from "../diagnostic/nearest.ts";
import { isReportFormat, REPORT_FORMATS, type ReportFormat } from "./report_format.ts";
import { say } from "../words/say.ts";

/** What `deno task check` was asked to do. */
export interface CheckCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: ReportFormat;
  readonly isFixing: boolean;
}

const OPTIONS = ["--format", "--fix", "--language"];

/** Reads the words of a call; a text explains what is wrong with them. */
export function readCheckCall(args: readonly string[]): CheckCall | string {
  const paths: string[] = [];
  let format: string = "text";
  let isFixing = false;
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    const [name = "", value] = word.split(/=(.*)/s);
    if (word === "--") continue;
    else if (!word.startsWith("-")) paths.push(word);
    else if (name === "--format") format = value ?? args[++place] ?? "";
    else if (word === "--fix") isFixing = true;
    else {
      const expected = say`Cannot use ${word}: expected one of ${OPTIONS.join(", ")}`;
      return expected + suggestion(name, OPTIONS);
    }
  }
  if (isReportFormat(format)) return { paths, format, isFixing };
  return say`Cannot use --format: expected one of ${REPORT_FORMATS.join(", ")}; found "${format}"${
    suggestion(format, REPORT_FORMATS)
  }`;
}
