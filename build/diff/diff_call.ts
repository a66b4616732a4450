import { suggestion } from "../diagnostic/nearest.ts";
import { say } from "../words/say.ts";

/** The ways in which differences are told. */
const DIFF_FORMATS = ["text", "markdown", "json"] as const;
export type DiffFormat = typeof DIFF_FORMATS[number];

const OPTIONS = ["--format", "--language"];

/** What `deno task diff` was asked to do. */
export interface DiffCall {
  /** What to compare with; undefined: what is served. */
  readonly base: string | undefined;
  readonly format: DiffFormat;
}

/** Reads the words of a call; a text explains what is wrong with them. */
export function readDiffCall(args: readonly string[]): DiffCall | string {
  const bases: string[] = [];
  let format: string = "text";
  const words = args.filter((word) => word !== "--");
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    const [name = "", value] = word.split(/=(.*)/s);
    if (!word.startsWith("-")) bases.push(word);
    else if (name === "--format") format = value ?? words[++place] ?? "";
    else {return say`Cannot use ${word}: expected one of ${OPTIONS.join(", ")}${
        suggestion(name, OPTIONS)
      }`;}
  }
  if (bases.length > 1) return say`Expected one base, found ${bases.length}: ${bases.join(" ")}`;
  const known = DIFF_FORMATS.find((one) => one === format);
  if (known !== undefined) return { base: bases[0], format: known };
  return say`Cannot use --format: expected one of ${DIFF_FORMATS.join(", ")}; found "${format}"${
    suggestion(format, DIFF_FORMATS)
  }`;
}
