import {
  DATE_FORMS,
  isUnknownDate,
  readDumpDate,
  readYearlessDay,
} from "../../../dates/read_moment.ts";
import type { DumpDate } from "../../../dates/read_moment.ts";
import { PICTURES } from "../../../picture/resolve_pictures.ts";
import { type Message, phrase, say, wordsOf } from "../../../words/say.ts";
import type { ImportContext } from "../context.ts";
import type { FieldFate, Where } from "../report.ts";
import {
  fieldCalled,
  type FieldNaming,
  findFields,
  flattenRecord,
  isLeftAside,
  type RawRecord,
  type RecordField,
} from "./field_names.ts";
import {
  dateIn,
  isKnown,
  onlyOne,
  partsBeside,
  readAddress,
  readCount,
  readItems,
  readText,
  readTexts,
  readTime,
  textOf,
} from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads a field's value: undefined, where it cannot be read; null, where it says that it is unknown. */
export interface Reader {
  /** What is expected, for messages. */
  readonly expected: Message;
  read(value: unknown, record: DumpRecord, path: string): unknown;
}

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;
const NOT_READ = phrase`it could not be read`;

/** A record, whose fields are read by any of their names; what becomes of each is kept. */
export class DumpRecord {
  readonly where: Where;
  readonly context: ImportContext;
  readonly #naming: FieldNaming;
  /** The field of content files that a field of ours is a part of. */
  readonly #parts: Readonly<Record<string, string>>;
  readonly #known: readonly RecordField[];
  /** By path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor(
    { number, fields }: RawRecord,
    name: string,
    naming: FieldNaming,
    parts: Readonly<Record<string, string>>,
    context: ImportContext,
  ) {
    this.where = { record: number, name };
    this.context = context;
    this.#naming = naming;
    this.#parts = parts;
    this.#known = flattenRecord(fields, naming);
  }

  /** The value of the first field of a name that can be read; another one of the same value is no loss. */
  read(ours: string, { expected, read }: Reader): unknown {
    let made: unknown;
    for (const { path, value } of this.#free(ours)) {
      if (isKnown(made)) continue;
      let one = read(value, this, path);
      const only = onlyOne(value);
      if (one === undefined && only !== undefined) one = read(only, this, path);
      made ??= one;
      this.#mark(path, one === null ? "derived" : one === undefined ? "lost" : "filled", {
        ours,
        value,
        reason: one === undefined ? say`expected ${wordsOf(expected)}` : undefined,
      });
    }
    return made ?? undefined;
  }

  /** The values of all fields of a name, which are lists. */
  readAll(ours: string, { read }: Reader): unknown[] | undefined {
    const all = this.#free(ours).flatMap(({ path, value }) => {
      const made = read(value, this, path) as unknown[] | undefined;
      this.#mark(path, made === undefined ? "lost" : "filled", { ours, value });
      return made ?? [];
    });
    return all.length === 0 ? undefined : [...new Set(all)];
  }

  /** A field's value as the dump has it, which stays unread. */
  peek(name: string): unknown {
    return findFields(this.#known, name, this.#naming)[0]?.value;
  }

  /** What readers make of a list's entry; what it holds beside, or is not read, is lost. */
  entry(
    path: string,
    item: Fields,
    readers: Readonly<Record<string, (value: unknown) => unknown>>,
  ): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(item)) {
      const one = readers[key]?.(value);
      if (one !== undefined) made[key] = one;
      else if (key in readers) this.losePart(path, key, value, NOT_READ);
      else {for (const [part, lost] of partsBeside({ [key]: value }, false)) {
          this.losePart(path, part.slice(1), lost);
        }}
    }
    return made;
  }

  /** A part of a field goes nowhere. */
  losePart(path: string, part: string, value: unknown, reason: Message = NOT_ASKED): void {
    if (!isKnown(value)) return;
    this.#mark(`${path}.${part}`, "lost", { value, reason: wordsOf(reason) });
  }

  /** The same for the parts beside the one text or address that is taken of a field. */
  loseBeside(path: string, value: unknown, isAddress: boolean, own = /^$/): void {
    for (const [part, lost] of partsBeside(value, isAddress)) {
      if (own.test(part)) continue;
      this.#mark(path + part, "lost", { value: lost, reason: wordsOf(NOT_ASKED) });
    }
  }

  /** Takes back that a field of ours was filled. */
  lose(ours: string, reason: string, value?: unknown): void {
    this.#lose((fate) => fate.ours === ours, reason, value);
  }

  /** The same for what has filled a field of the file; `*` means all of them. */
  loseFilled(field: string, reason: string): void {
    this.#lose(
      ({ fate, ours }) => fate === "filled" && (field === "*" || this.#fileField(ours!) === field),
      reason,
    );
  }

  /** The same where what it says follows from others. */
  setAside(ours: string): void {
    for (const [path, fate] of this.#fates) {
      if (fate.ours !== ours || fate.fate !== "filled") continue;
      this.#fates.set(path, { ...fate, fate: "derived" });
    }
  }

  /** The same for the whole record: it is of another kind. */
  passOver(): void {
    for (const { path, value } of this.#known) this.#mark(path, "derived", { value });
  }

  /** What became of every known field, in the order of the record; what no code has asked for is lost. */
  fates(): FieldFate[] {
    for (const { path, keys, value } of this.#known) {
      if (this.#fates.has(path)) continue;
      if (isLeftAside(this.#naming, keys)) this.#mark(path, "derived", { value });
      else this.#markUnasked(path, keys, value);
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other))
      .map((fate) => ({ ...fate, ours: fate.ours && this.#fileField(fate.ours) }));
  }

  /** A field that another one has filled already is named with that one. */
  #markUnasked(path: string, keys: readonly string[], value: unknown): void {
    const named = fieldCalled(this.#naming.kind, keys);
    const ours = named && this.#fileField(named);
    const other = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours && this.#fileField(fate.ours) === ours
    );
    const isSame = textOf(value) !== undefined && textOf(other?.value) === textOf(value);
    if (ours !== undefined && isSame) return this.#mark(path, "derived", { ours, value });
    const reason = ours === undefined
      ? wordsOf(NOT_ASKED)
      : other === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field`
      : say`is "${ours}" meant? It has ${other.theirs} already`;
    this.#mark(path, "lost", { value, reason });
  }

  #lose(isMeant: (fate: FieldFate) => boolean, reason: string, value?: unknown): void {
    for (const [path, fate] of this.#fates) {
      if (!isMeant(fate)) continue;
      this.#fates.set(path, { ...fate, fate: "lost", reason, value: value ?? fate.value });
    }
  }

  #fileField(ours: string): string {
    return this.#parts[ours] ?? ours;
  }

  /** The fields of a name that have filled no other one. */
  #free(ours: string): RecordField[] {
    return findFields(this.#known, ours, this.#naming)
      .filter(({ path }) => this.#fates.get(path)?.fate !== "filled");
  }

  #mark(
    theirs: string,
    fate: FieldFate["fate"],
    more: Pick<FieldFate, "ours" | "value" | "reason">,
  ): void {
    this.#fates.set(theirs, { theirs, fate, record: this.where.record, ...more });
  }
}

function reader(expected: Message, read: Reader["read"]): Reader {
  return { expected, read };
}

export const text = reader(phrase`text`, (value, record, path) => {
  record.loseBeside(path, value, false);
  return readText(value);
});

/** Text of a choice. */
export const lowerText = reader(
  text.expected,
  (value, ...where) => (text.read(value, ...where) as string | undefined)?.toLowerCase(),
);

/** An id as it is written: a number where it is one. */
export const id = reader(phrase`text`, (value) => {
  const written = readText(value);
  return written !== undefined && /^[1-9]\d{0,14}$/.test(written) ? Number(written) : written;
});

/** Text of an address, in which spaces are written as `%20`. */
export const address = reader(phrase`an address`, (value, record, path) => {
  record.loseBeside(path, value, true);
  return readAddress(value);
});

/** Where a picture is: in the group's own folder if it is taken along, else at its address. */
export const picture = reader(address.expected, (value, record, path) => {
  const at = address.read(value, record, path) as string | undefined;
  if (at === undefined || at.startsWith(PICTURES)) return at;
  const { pictures, tell } = record.context;
  return pictures?.take(at, (message) => tell(message, record.where)) ?? at;
});

export const texts = reader(phrase`a list of texts`, (value, record, path) => {
  record.loseBeside(path, value, false);
  return readTexts(value);
});

/** The entries of a list that are fields; text becomes `{name}`. */
export const items = reader(phrase`a list`, readItems);

/** A whole number above 0, which means unknown. */
export const count = reader(phrase`a whole number above 0`, (value) => {
  const number = readCount(value);
  return number === 0 ? null : number;
});

/** A time as people write it, `HH:MM` or `HH:MM:SS`. */
export const time = reader(phrase`a time such as "19:00"`, readTime);

/** Whatever it is. */
export const anything = reader(phrase`something`, (value) => value);

/** What {@linkcode dateIn} reads, and the zone that programs write beside it. */
const DATE_PARTS = /^\.(?:date|_?(?:nano)?seconds|timezone.*)$/;

/** A day as people write it with the time that is written with it: a {@linkcode DumpDate}. */
export const moment = reader(DATE_FORMS, (value, record, path) => {
  if (isUnknownDate(value)) return null;
  record.loseBeside(path, value, false, DATE_PARTS);
  const found = readDumpDate(dateIn(value), record.context);
  if (found === undefined || "day" in found) return found;
  record.context.onAmbiguous(path, String(value), found);
  return undefined;
});

/** A day as `YYYY-MM-DD`, in the group's zone. */
export const day = reader(DATE_FORMS, (value, ...where) => {
  const found = moment.read(value, ...where) as DumpDate | null | undefined;
  return found && found.day;
});

/** The same for the day of a birth, which may be `--MM-DD`. */
export const birthDate = reader(
  DATE_FORMS,
  (value, ...where) => readYearlessDay(value) ?? day.read(value, ...where),
);
