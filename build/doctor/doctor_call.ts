import { suggestion } from "../diagnostic/nearest.ts";
import { say } from "../words/say.ts";

/** How gaps are told: to people, to programs. */
const DOCTOR_FORMATS = ["text", "json"] as const;
export type DoctorFormat = typeof DOCTOR_FORMATS[number];

/** What `deno task doctor` was asked to do. */
export interface DoctorCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: DoctorFormat;
  /** Whether members who have graduated are named, too. */
  readonly isAll: boolean;
  /** Whether a gap is a failure. */
  readonly isStrict: boolean;
}

const OPTIONS = ["--format", "--all", "--strict", "--language"];

/** Reads the words of a call; a text explains what is wrong with them. */
export function readDoctorCall(args: readonly string[]): DoctorCall | string {
  const paths: string[] = [];
  const flags = new Set<string>();
  let format: string = "text";
  const words = args.filter((word) => word !== "--");
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    const [name = "", value] = word.split(/=(.*)/s);
    if (!word.startsWith("-")) paths.push(word);
    else if (name === "--format") format = value ?? words[++place] ?? "";
    else if (word === "--all" || word === "--strict") flags.add(word);
    else {
      const expected = say`Cannot use ${word}: expected one of ${OPTIONS.join(", ")}`;
      return expected + suggestion(name, OPTIONS);
    }
  }
  const known = DOCTOR_FORMATS.find((one) => one === format);
  const [isAll, isStrict] = [flags.has("--all"), flags.has("--strict")];
  if (known !== undefined) return { paths, format: known, isAll, isStrict };
  return say`Cannot use --format: expected one of ${DOCTOR_FORMATS.join(", ")}; found "${format}"${
    suggestion(format, DOCTOR_FORMATS)
  }`;
}
