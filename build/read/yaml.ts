import type { ReportDiagnostic, SourceLocation } from "../diagnostic/diagnostic.ts";
import { readQuickly } from "./quick_yaml.ts";
import type { Origin, Parsed } from "./source.ts";
import { createFinder, readThoroughly } from "./thorough_yaml.ts";

/**
 * Parses YAML 1.2 (dates and times stay text). Fields without a value are left out: unknown is not
 * a value. Returns undefined where the text is broken; every problem is reported.
 */
export function parseYaml(
  text: string,
  origin: Origin,
  report: ReportDiagnostic,
): Parsed | undefined {
  const read = readQuickly(text) ?? readThoroughly(text, origin, report);
  return read && { ...read, ...createFinder(text, origin) };
}

/** Turns offsets into lines and columns; the text is cut into lines when first asked. */
export function placesIn(text: string, file: string): (offset: number) => SourceLocation {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
    const line = lastAtMost(starts, offset);
    const start = starts[line]!;
    const shown = text.slice(start, (starts[line + 1] ?? text.length + 1) - 1).replace(/\r$/, "");
    const column = Math.min(offset - start, shown.length) + 1;
    return { file, line: line + 1, column, text: shown };
  };
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
