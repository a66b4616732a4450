/** Whether a value of a dump is not empty. */
export function isKnown(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "string") return textOf(value) !== undefined;
  return !Array.isArray(value) || value.some(isKnown);
}

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Text, or a number as text; without control characters, and with the line ends of content files. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return undefined;
  const lines = value.replace(/\r\n?/g, "\n").replace(CONTROLS, "");
  return lines.toWellFormed().trim() || undefined;
}
