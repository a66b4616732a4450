import type { ReportDiagnostic, SourceLocation } from "../diagnostic/diagnostic.ts";
import { readQuickly } from "./quick_yaml.ts";
import type { Parsed } from "./source.ts";
import { type DocumentFinder, findIn, readThoroughly } from "./thorough_yaml.ts";

/** Where a YAML text begins in its file: front matter starts below its first line. */
interface Origin {
  readonly file: string;
  readonly firstLine: number;
  /** How many characters of the file stand above the text. */
  readonly above: number;
}

/**
 * Parses YAML 1.2 (dates and times stay text). Fields without a value are left out: unknown is not
 * a value. Returns undefined where the text is broken; every problem is reported.
 */
export function parseYaml(
  text: string,
  origin: Origin,
  report: ReportDiagnostic,
): Parsed | undefined {
  const read = readQuickly(text);
  if (read === undefined) return parseThoroughly(text, origin, report);
  return { ...read, ...createFinder(text, placesIn(text, origin), origin.above) };
}

/** Parses with the parser that knows the place of everything. */
export function parseThoroughly(
  text: string,
  origin: Origin,
  report: ReportDiagnostic,
): Parsed | undefined {
  const places = placesIn(text, origin);
  const read = readThoroughly(text, places, origin.above, report);
  return read && { ...read, ...createFinder(text, places, origin.above) };
}

/** Finds values in the text. It is parsed again for that, since few files are asked about. */
function createFinder(
  text: string,
  places: (offset: number) => SourceLocation,
  above: number,
): Omit<Parsed, "value" | "blanks"> {
  let found: DocumentFinder | undefined;
  const finder = () => found ??= findIn(text);
  return {
    locate(path, what = "value") {
      for (let depth = path.length; depth >= 0; depth--) {
        const kind = depth === path.length ? what : "value";
        const range = finder().range(path.slice(0, depth), kind);
        if (range !== undefined) return places(range[0]);
      }
      return places(0);
    },
    span(path, what = "value") {
      const range = finder().range(path, what);
      return range && { start: above + range[0], end: above + range[1] };
    },
    written: (path) => finder().written(path),
  };
}

/** Turns offsets into lines and columns; the text is cut into lines when first asked. */
export function placesIn(
  text: string,
  { file, firstLine }: Omit<Origin, "above">,
): (offset: number) => SourceLocation {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, offset);
    const start = starts[line]!;
    const shown = text.slice(start, (starts[line + 1] ?? text.length + 1) - 1).replace(/\r$/, "");
    const column = Math.min(offset - start, shown.length) + 1;
    return { file, line: line + firstLine, column, text: shown };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The place of the last of some rising numbers that is not above `value`; halves what is left. */
function lastAtMost(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rising[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
