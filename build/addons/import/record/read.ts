import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import {
  type DumpDate,
  isUnknownDate,
  readDumpDate,
  readYearlessDay,
} from "../../../dates/read_moment.ts";
import { isFields } from "../../../read/source.ts";
import { fieldMeant } from "../../../words/field_words.ts";
import { phrase } from "../../../words/say.ts";
import { inOrder } from "../../../yaml/entry_fields.ts";
import type { DumpRecord, Reader } from "./dump_record.ts";
import {
  isKnown,
  readAddress,
  readCount,
  readFlag,
  readItems,
  readText,
  readTexts,
  readTime,
} from "./values.ts";

const NOT_READ = phrase`it could not be read`;

/** Reads what a type of the content's schemas takes, in all forms in which people and programs write it. */
export function readerOf(type: z.ZodType): Reader {
  const inner = innerOf(type);
  if (inner instanceof z.ZodObject) {
    return (value, record, path) => readParts(inner, fieldsOf(value), record, path);
  }
  if (!(inner instanceof z.ZodArray)) return oneOf(inner);
  const { element } = inner;
  const parts = [element, ...element instanceof z.ZodUnion ? element.options : []]
    .find((option) => option instanceof z.ZodObject);
  return parts === undefined ? texts : listOf(parts, element instanceof z.ZodUnion);
}

/** Without what only says that a value may be left out. */
function innerOf(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodOptional || type instanceof z.ZodDefault
    ? innerOf(type.unwrap() as z.ZodType)
    : type;
}

export const text: Reader = (value, record, path) => {
  loseBeside(value, record, path);
  return readText(value);
};

export const texts: Reader = (value, record, path) => {
  loseBeside(value, record, path);
  return readTexts(value);
};

/** An id as it is written: a number where it is one. */
export const id: Reader = (value) => {
  const written = readText(value);
  return written !== undefined && /^[1-9]\d{0,14}$/.test(written) ? Number(written) : written;
};

/** A day with the time that is written with it, a {@linkcode DumpDate}; one of two meanings is reported. */
export const moment: Reader = (value, record, path) => {
  if (isUnknownDate(value)) return null;
  const found = readDumpDate(dateIn(value), record.context);
  if (found !== undefined && "readings" in found) {
    record.context.ambiguous.push({ field: path, text: String(value), ...found });
    return undefined;
  }
  if (found !== undefined) loseBeside(value, record, path, DATE_PARTS);
  return found;
};

/** One value of a type that says by itself what fits. */
function oneOf(type: z.ZodType): Reader {
  const fits = (value: unknown) => value !== undefined && type.safeParse(value).success;
  const isA = (example: string) => fits(example) && !fits("x");
  const [isDay, isBirth, isPicture] = ["2026-07-04", "--03-03", "pictures/a.jpg"].map(isA);
  const words: readonly string[] = type instanceof z.ZodEnum ? type.options.map(String) : [];
  const wordIn = (value: unknown) => {
    const word = readText(value)?.toLowerCase() ?? "";
    return synonymIn(word, words) ?? word;
  };
  return (value, record, path) => {
    // Answers have a birthday month first.
    const order = record.context.order ?? (/birthday$/i.test(path) ? "mdy" : undefined);
    const yearless = isBirth ? readYearlessDay(value, order) : undefined;
    if (typeof yearless === "object") {
      return void record.context.ambiguous.push({ field: path, text: String(value), ...yearless });
    }
    if (yearless !== undefined) return yearless;
    const time = (value: unknown) => readTime(value, record.context.zone);
    const made = [readText, readCount, readFlag, time, wordIn].map((read) => read(value))
      .find(fits);
    if (made !== undefined && !isPicture) {
      loseBeside(value, record, path);
      return made;
    }
    if (isDay) {
      const found = moment(value, record, path) as DumpDate | null | undefined;
      const exact = `${found?.day} ${found?.time?.replace(/:00$/, "")}`;
      return fits(exact) ? exact : found && found.day;
    }
    const written = readAddress(value);
    const address = written !== undefined && isPicture
      ? record.context.takePicture(written, record.where)
      : written;
    if (!fits(address)) return readCount(value) === 0 ? null : undefined;
    for (const [at, other] of [value].flat().filter(isKnown).entries()) {
      if (at > 0) record.losePart(`${path}[${at}]`, other);
    }
    return address;
  };
}

/** A list of fields; those with no more than a title are texts where the list takes them. */
function listOf(type: z.ZodObject, takesTexts: boolean): Reader {
  const title = titleIn(type);
  return (value, record, path) => {
    const made = readItems(value).flatMap((item, place) => {
      const parts = readParts(type, item, record, path);
      if (parts === undefined) record.losePart(`${path}.${place + 1}`, item, NOT_READ);
      const isTitle = takesTexts && parts !== undefined && Object.keys(parts).length === 1;
      return parts === undefined ? [] : [isTitle ? parts[title] : parts];
    });
    return made.length === 0 ? null : made;
  };
}

/** The field that says what something is: its title, or its first one. */
function titleIn({ shape }: z.ZodObject): string {
  return "title" in shape ? "title" : Object.keys(shape)[0]!;
}

/** What an object of the schema takes, by its own names and by others; what it does not take is lost. */
function readParts(
  type: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
  record: DumpRecord,
  path: string,
): Record<string, unknown> | undefined {
  const made: Record<string, unknown> = {};
  const isOwn = (key: string) => Object.hasOwn(type.shape, key);
  const fieldOf = (key: string) => {
    const word = key.toLowerCase();
    const meant = isOwn(word) ? word : fieldMeant(word) ?? word;
    return !isOwn(meant) && NAMES.test(meant) ? titleIn(type) : meant;
  };
  // A field's own name counts before others that mean it.
  const keys = Object.keys(given).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const key of keys) {
    const value = given[key];
    if (!isKnown(value)) continue;
    const [field, part] = [fieldOf(key), `${path}.${key}`];
    const shape = isOwn(field) ? type.shape[field] as z.ZodType : undefined;
    // "until" may be the last day, "to" is the day after it; a number is a place rather than a role.
    const isUnsure = !isOwn(key) &&
      (field === "to" || field === "role" && readCount(value) !== undefined);
    const one = isUnsure ? undefined : shape && readerOf(shape)(value, record, part);
    if (shape === undefined) {
      if (!DESCRIBES.test(key)) record.losePart(part, value);
    } else if (one === undefined || one === null) record.losePart(part, value, NOT_READ);
    else if (made[field] === undefined) made[field] = one;
    else if (!isDeepStrictEqual(made[field], one)) {
      record.losePart(part, value, phrase`another field of the record says otherwise`);
    }
  }
  const isGood = Object.keys(made).length > 0 && type.safeParse(made).success;
  return isGood ? inOrder(made, Object.keys(type.shape)) : undefined;
}

/** What may name an entry of a list, besides the field that does. */
const NAMES = /^(?:name|title)$/;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : { name: value };
}

/** The date inside `{"$date": …}` of MongoDB, `{"_seconds": …}` of Firestore or `{"date": …}`. */
function dateIn(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { $date, date, $numberLong, _seconds, seconds } = value;
  const inner = $date ?? date ?? $numberLong ?? _seconds ?? seconds;
  return inner === undefined ? value : dateIn(inner);
}

/** What {@linkcode dateIn} reads, and the zone that programs write beside it. */
const DATE_PARTS = /^(?:date|_?(?:nano)?seconds|timezone.*)$/;

/** Ids, sizes and formats, which are no facts about a thing. */
const DESCRIBES =
  /^(?:_?id|uuid|slug|key|url_key|width|height|alt|mime|format|size|colou?r|icon|order|position|\$.*)$/i;

/** Fields beside the one text that is taken of a thing, which name it once more. */
const OF_THE_SAME = /^(?:code|name|title|label|value|text|rendered|url|src|href|type|unit)$/i;

/** Facts beside the one text that is taken of a value, such as the year of `{name: "Gen 3", year: 2020}`. */
function loseBeside(value: unknown, record: DumpRecord, path: string, own = /^$/): void {
  for (const item of [value].flat().filter(isFields)) {
    for (const [key, fact] of Object.entries(item)) {
      if ([DESCRIBES, OF_THE_SAME, own].some((known) => known.test(key))) continue;
      record.losePart(`${path}.${key}`, fact);
    }
  }
}
