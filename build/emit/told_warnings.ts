import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { writeWhole } from "./write_file.ts";

/**
 * What the last good build had to warn of: a list of texts as JSON, beside the pack. Without the file,
 * or where it cannot be read, every warning is new.
 */
const TOLD_FILE = "told.json";

/** The warnings that the last good build into a folder did not have. */
export function newWarnings(folder: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const told = new Set(readTold(`${folder}/${TOLD_FILE}`));
  return warningsAmong(diagnostics).filter((warning) => !told.has(nameOf(warning)));
}

/** Remembers the warnings of a good build, which is good without that, too. */
export function rememberWarnings(folder: string, diagnostics: readonly Diagnostic[]): void {
  const names = [...new Set(warningsAmong(diagnostics).map(nameOf))].sort();
  const text = `${JSON.stringify(names, null, 1)}\n`;
  try {
    writeWhole(`${folder}/${TOLD_FILE}`, [new TextEncoder().encode(text)], false);
  } catch {
    // The next build tells them once more.
  }
}

function warningsAmong(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "warning");
}

/** A warning stays itself when lines above it come and go. */
function nameOf(warning: Diagnostic): string {
  const known = names.get(warning);
  if (known !== undefined) return known;
  const name = makeName(warning);
  names.set(warning, name);
  return name;
}

/** A process that builds again and again has most of its warnings from before. */
const names = new WeakMap<Diagnostic, string>();

function makeName({ place: { file }, message }: Diagnostic): string {
  return `${file}: ${message.replace(/(?<=\bline |:)\d+/g, "…")}`;
}

function readTold(path: string): unknown[] {
  try {
    const told: unknown = JSON.parse(Deno.readTextFileSync(path));
    return Array.isArray(told) ? told : [];
  } catch {
    return [];
  }
}
