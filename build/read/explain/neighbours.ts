import { edit, lineStartOf, type YamlProblem } from "./yaml_problem.ts";
import { phrase, type Words } from "../../words/say.ts";

/** A line of YAML, and what it begins with. */
interface Line {
  readonly start: number;
  readonly indent: string;
  readonly text: string;
  readonly isEntry: boolean;
  readonly isField: boolean;
}

const NO_HYPHEN =
  phrase`Cannot read the line: its hyphen and space are missing, as its neighbours have them`;
const NOT_ALIGNED =
  phrase`Cannot read the line: it is not indented like its neighbours; begin it where they begin`;
const NO_NAME =
  phrase`Cannot read the line: there are fields below this text; write what it is, a colon and a space in
  front of it, such as title:`;
const NO_ENTRY =
  phrase`Cannot read the line: expected a hyphen and a space in front of what belongs to the list above,
    or a field's name, a colon and a space; text goes on the line of its field`;

/** What the lines above and below the one of `offset` say of it; undefined where they say nothing. */
export function ofNeighbours(offset: number, text: string): YamlProblem | undefined {
  const start = lineStartOf(text, offset);
  const line = lineAt(text, start);
  const [above, below] = [lineAbove(text, start), lineBelow(text, start)];
  if (line === undefined || above === undefined) return undefined;
  const isBare = !line.isEntry && !line.isField;
  if (isBare && above.isEntry && line.indent === above.indent) {
    return structural(line, NO_HYPHEN, `${above.indent}- `);
  }
  if (isBare && above.isField && /:\s*$/.test(above.text)) {
    return { offset, message: NO_ENTRY };
  }
  if (line.isEntry && !/:(?:\s|$)/.test(line.text) && isDeeperField(below, line)) {
    return { offset, message: NO_NAME, isStructural: true };
  }
  const isAlike = (other: Line | undefined) =>
    other !== undefined && other.isEntry === line.isEntry && other.isField === line.isField;
  // A field further left may be one of the list's entry above, or the first of an entry without its hyphen.
  const isFurther = line.isEntry || line.indent.length > above.indent.length;
  const isAstray = isFurther && !isBare && isAlike(above) && isAlike(below) &&
    above.indent === below?.indent &&
    above.indent !== line.indent;
  return isAstray ? structural(line, NOT_ALIGNED, above.indent) : undefined;
}

function structural({ start, indent }: Line, message: Words, replacement: string): YamlProblem {
  const fix = edit(start, replacement, start + indent.length);
  return { offset: start, message, fix, isStructural: true };
}

function isDeeperField(below: Line | undefined, { indent }: Line): boolean {
  return below?.isField === true && below.indent.length > indent.length;
}

/** The line that begins at `start`; undefined where it holds nothing, or a comment. */
function lineAt(text: string, start: number): Line | undefined {
  const end = text.indexOf("\n", start);
  const [, indent, rest] = /^([ \t]*)(.*)$/s.exec(text.slice(start, end < 0 ? text.length : end))!;
  if (rest!.trim() === "" || rest!.startsWith("#")) return undefined;
  const isEntry = /^-(?:\s|$)/.test(rest!);
  const isField = /^[a-z_]+:(?:\s|$)/.test(rest!);
  return { start, indent: indent!, text: rest!, isEntry, isField };
}

function lineAbove(text: string, start: number): Line | undefined {
  for (let end = start - 1; end >= 0;) {
    const from = lineStartOf(text, end);
    const line = lineAt(text, from);
    if (line !== undefined) return line;
    end = from - 1;
  }
  return undefined;
}

function lineBelow(text: string, start: number): Line | undefined {
  for (let end = text.indexOf("\n", start); end >= 0; end = text.indexOf("\n", end + 1)) {
    const line = lineAt(text, end + 1);
    if (line !== undefined) return line;
  }
  return undefined;
}
