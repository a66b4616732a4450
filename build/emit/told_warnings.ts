import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { wordsOf } from "../words/say.ts";
import { writeWhole } from "./write_file.ts";

/**
 * What the last good build had to warn of: a list of texts as JSON, beside the pack. Without the file,
 * or if it cannot be read, every warning is new.
 */
const TOLD_FILE = "told.json";

/** Remembers the warnings of a good build; returns those that the last good build did not have. */
export function rememberWarnings(
  folder: string,
  warnings: readonly Diagnostic[],
): readonly Diagnostic[] {
  const path = `${folder}/${TOLD_FILE}`;
  const told = new Set(readTold(path));
  const names = warnings.map(nameOf);
  const text = `${JSON.stringify([...new Set(names)].sort(), null, 1)}\n`;
  try {
    writeWhole(path, [new TextEncoder().encode(text)], false);
  } catch {
    // The next build shows them once more, which does no harm.
  }
  return warnings.filter((_, place) => !told.has(names[place]));
}

/** A warning stays itself when lines above it come and go. */
function nameOf({ place: { file }, message }: Diagnostic): string {
  return `${file}: ${wordsOf(message, "en").replace(/(?<=\bline |:)\d+/g, "…")}`;
}

function readTold(path: string): unknown[] {
  try {
    const told: unknown = JSON.parse(Deno.readTextFileSync(path));
    return Array.isArray(told) ? told : [];
  } catch {
    return [];
  }
}
