import { synonymIn } from "../../../check/explain/synonyms.ts";
import { isSameClock } from "../../../check/explain/written_times.ts";
import { hourOf } from "../../../dates/read_moment.ts";
import { isFields } from "../../../read/source.ts";

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

/** A value that is a list, or an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of a list with one entry that entry, where one value is expected. */
export function onlyOne(value: unknown): unknown {
  const known = listOf(value).filter(isKnown);
  return known.length === 1 ? known[0] : undefined;
}

/** The field of a value that holds its text, where it has several. */
const TEXT_FIELDS = ["name", "title", "label", "value", "text", "rendered", "url", "src"];

/** One text: a list is joined, and of a value with fields the one that names it. */
export function readText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter(isKnown).map(readText);
    return texts.every((text) => text !== undefined) ? texts.join(", ") || undefined : undefined;
  }
  if (typeof value !== "object" || value === null) return textOf(value);
  const fields = new Map(Object.entries(value));
  const field = [...TEXT_FIELDS, "$oid", "$date"].find((name) => isKnown(fields.get(name)));
  return field && readText(fields.get(field));
}

/** One address, in which spaces are written as `%20`; of a list the first one. */
export function readAddress(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value.find(isKnown) : value;
  const { url, src, href } = isFields(one) ? one : {};
  return readText(url ?? src ?? href ?? one)?.replace(/\s/g, "%20");
}

/** Several texts; one text is parted at line ends, else at `|`, `;`, `、` and commas. */
export function readTexts(value: unknown): string[] | undefined {
  const list = listIn(value);
  if (list === undefined) {
    const text = readText(value);
    return text === undefined ? undefined : partsOf(text);
  }
  const texts = list.filter(isKnown).map(readText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The entries of a list, of a map by key, or of a text, as fields; what has none becomes `{name}`. */
export function readItems(value: unknown): Record<string, unknown>[] {
  const list = listIn(value) ?? (typeof value === "string" ? partsOf(value) : itemsOfMap(value));
  return list.filter(isKnown).map((item) =>
    typeof item === "object" ? item as Record<string, unknown> : { name: item }
  );
}

function itemsOfMap(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const values = Object.values(value);
  return values.every((item) => typeof item === "object" && item !== null) ? values : [value];
}

/** A list, also where a table's cell holds it as JSON. */
function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !/^\s*\[.*\]\s*$/s.test(value)) return undefined;
  try {
    return parseJson(value) as unknown[];
  } catch {
    return undefined;
  }
}

/** JSON, in which a whole number above 2^53 stays the text that it is: as a number it would be another one. */
export function parseJson(text: string): unknown {
  const exact = (_: string, value: unknown, { source = "" }: { source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? source
      : value;
  return JSON.parse(
    text,
    /\d{16}/.test(text) ? exact as (key: string, value: unknown) => unknown : undefined,
  );
}

function partsOf(text: string): string[] {
  const mark = [/\r?\n/, /\s*\|\s*/, /\s*[;；]\s*/, /\s*[、,，]\s*/].find((mark) =>
    mark.test(text)
  );
  return text.split(mark ?? "\n").map((part) => part.trim()).filter((part) => part !== "");
}

/** A whole number, also as text. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? number as number : undefined;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  y: true,
  "1": true,
  false: false,
  n: false,
  "0": false,
};

export function readFlag(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase();
  return FLAGS[synonymIn(word, ["true", "false"]) ?? word];
}

const TIME =
  /^(?<hour>[01]?\d|2[0-3])[:.](?<rest>[0-5]\d(?:[:.][0-5]\d)?)(?:\s*(?<half>[AP]\.?M\.?))?(?:\s*(?<clock>[A-Z]{3,4}))?$/i;

/** A time as people write it on the clock of `zone`, as `HH:MM` or `HH:MM:SS`. */
export function readTime(value: unknown, zone: string): string | undefined {
  const match = typeof value === "string" ? TIME.exec(value.trim()) : null;
  const { hour, rest, half, clock } = match?.groups ?? {};
  if (!hour || !rest || (clock !== undefined && !isSameClock(clock, zone))) return undefined;
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half);
  return Number.isNaN(hours)
    ? undefined
    : `${String(hours).padStart(2, "0")}:${rest.replace(".", ":")}`;
}
