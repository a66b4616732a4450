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

/** Of a list with one entry that entry, where one value is expected. */
export function onlyOne(value: unknown): unknown {
  const known = Array.isArray(value) ? value.filter(isKnown) : [];
  return known.length === 1 ? known[0] : undefined;
}

/** Whether two values are the same text or number. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (textOf(one) !== undefined && textOf(one) === textOf(other));
}
