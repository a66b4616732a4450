import { synonymIn } from "../../../check/explain/synonyms.ts";
import { hourOf } from "../../../dates/read_moment.ts";

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

/** The field of a value that holds its text, where it has several. */
const TEXT_FIELDS = [
  "name",
  "title",
  "label",
  "value",
  "text",
  "rendered",
  "url",
  "src",
  "$oid",
  "$date",
] as const;

/** One text: a list is joined, and of a value with fields the one that names it. */
export function readText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter(isKnown).map(readText);
    return texts.every((text) => text !== undefined) ? joined(texts) : undefined;
  }
  if (typeof value !== "object" || value === null) return textOf(value);
  const field = TEXT_FIELDS.find((name) => isKnown((value as Record<string, unknown>)[name]));
  return field && readText((value as Record<string, unknown>)[field]);
}

/** Sentences follow one another, words are listed. */
function joined(texts: readonly string[]): string | undefined {
  const areSentences = texts.slice(0, -1).every((text) => /[.!?。！？♪]$/.test(text));
  return texts.join(areSentences ? " " : ", ") || undefined;
}

/** One address, in which spaces are written as `%20`; of a list the first one. */
export function readAddress(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value.find(isKnown) : value;
  const fields = typeof one === "object" && one !== null ? one as Record<string, unknown> : {};
  return readText(fields["url"] ?? fields["src"] ?? fields["href"] ?? one)?.replace(/\s/g, "%20");
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

/** The entries of a list that are fields; text becomes `{name}`. */
export function readItems(value: unknown): Record<string, unknown>[] | undefined {
  const list = listIn(value) ?? (typeof value === "string" ? partsOf(value) : itemsOfMap(value));
  return list?.filter(isKnown).map((item) =>
    typeof item === "object" ? item as Record<string, unknown> : { name: item }
  );
}

/** One entry, or a map of entries by their keys. */
function itemsOfMap(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const values = Object.values(value);
  return values.every((item) => typeof item === "object" && item !== null) ? values : [value];
}

/** A list, also where a table's cell holds it as JSON. */
function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !/^\s*\[.*\]\s*$/s.test(value)) return undefined;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function partsOf(text: string): string[] {
  const mark = [/\r?\n/, /\s*\|\s*/, /\s*[;；]\s*/, /\s*[、,，]\s*/].find((mark) =>
    mark.test(text)
  );
  return text.split(mark ?? "\n").map((part) => part.trim()).filter((part) => part !== "");
}

/** A whole number; 0 means unknown. */
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
  /^(?<hour>[01]?\d|2[0-3])[:.](?<rest>[0-5]\d(?:[:.][0-5]\d)?)(?:\s*(?<half>[AP]\.?M\.?))?(?:\s*[A-Z]{3,4})?$/i;

/** A time as people write it, as `HH:MM` or `HH:MM:SS`. */
export function readTime(value: unknown): string | undefined {
  const match = typeof value === "string" ? TIME.exec(value.trim()) : null;
  const { hour, rest, half } = match?.groups ?? {};
  if (!hour || !rest) return undefined;
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half);
  return Number.isNaN(hours)
    ? undefined
    : `${String(hours).padStart(2, "0")}:${rest.replace(".", ":")}`;
}

/** The date inside `{"$date": …}` of MongoDB, `{"_seconds": …}` of Firestore or `{"date": …}`. */
export function dateIn(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { $date, date, $numberLong, _seconds, seconds } = value as Record<string, unknown>;
  const inner = $date ?? date ?? $numberLong ?? _seconds ?? seconds;
  return inner === undefined ? value : dateIn(inner);
}

/** Fields that only describe a thing that is imported by its name or address. */
const OF_THE_SAME =
  /^(?:_?id|uuid|slug|key|code|url_key|name|title|label|value|text|rendered|url|src|href|type|width|height|alt|mime|format|size|color|colour|unit|icon|order|position|\$.*)$/i;

/**
 * The parts of a value beside the one text or address that is taken of it: further addresses of a list,
 * and facts such as the year of `{name: "Gen 3", year: 2020}`; each with its path behind the field.
 */
export function partsBeside(value: unknown, isAddress: boolean): [path: string, value: unknown][] {
  if (Array.isArray(value)) {
    if (!isAddress) return value.flatMap((item) => partsBeside(item, isAddress));
    return value.filter(isKnown).slice(1).map((item, place) => [`[${place + 1}]`, item]);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).filter(([key, inner]) => isKnown(inner) && !OF_THE_SAME.test(key))
    .map(([key, inner]) => [`.${key}`, inner]);
}
