import { isDeepStrictEqual } from "node:util";
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
import { isKnown, onlyOne } from "./values.ts";

/** Reads a field's value: undefined, where it cannot be read; null, where it says that it is unknown. */
export type Reader = (value: unknown, record: DumpRecord, path: string) => unknown;

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;

/** A record, whose fields are read by any of their names; what becomes of each is kept. */
export class DumpRecord {
  readonly where: Where;
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
    readonly context: ImportContext,
  ) {
    this.where = { record: number, name };
    this.#naming = naming;
    this.#parts = parts;
    this.#known = flattenRecord(fields, naming);
  }

  /** The value of the first field of a name that can be read. */
  read(ours: string, read: Reader, explain: (value: unknown) => string): unknown {
    let made: unknown;
    const free = findFields(this.#known, ours, this.#naming)
      .filter(({ path }) => this.#fates.get(path)?.fate !== "filled");
    for (const { path, value } of free) {
      if (isKnown(made)) continue;
      const only = onlyOne(value);
      let one = read(value, this, path);
      if (one === undefined && only !== undefined) one = read(only, this, path);
      made ??= one;
      const fate = one === null ? "derived" : one === undefined ? "lost" : "filled";
      const reason = fate === "lost" ? explain(value) : undefined;
      this.#mark(path, fate, { ours, value, reason });
    }
    return made ?? undefined;
  }

  /** A field's value as the dump has it, which stays unread. */
  peek(name: string): unknown {
    return findFields(this.#known, name, this.#naming)[0]?.value;
  }

  /** A part of a field goes nowhere. */
  losePart(path: string, value: unknown, reason: Message = NOT_ASKED): void {
    if (isKnown(value)) this.#mark(path, "lost", { value, reason: wordsOf(reason) });
  }

  /** Takes back that a field of ours was filled. */
  lose(ours: string, reason: string, value?: unknown): void {
    this.#change((fate) => fate.ours === ours, (fate) => ({
      fate: "lost",
      reason,
      value: value ?? fate.value,
    }));
  }

  /** The same for what has filled a field of the file; `*` means all of them. */
  loseFilled(field: string, reason: string): void {
    const isMeant = ({ fate, ours }: FieldFate) =>
      fate === "filled" && (field === "*" || this.#fileField(ours!) === field);
    this.#change(isMeant, () => ({ fate: "lost", reason }));
  }

  /** The same where what it says follows from others. */
  setAside(ours: string): void {
    this.#change(
      (fate) => fate.ours === ours && fate.fate === "filled",
      () => ({ fate: "derived" }),
    );
  }

  /** The same for the whole record: it is of another kind. */
  passOver(): void {
    for (const { path, value } of this.#known) this.#mark(path, "derived", { value });
  }

  /** What became of every known field, in the order of the record; what no code has asked for is lost. */
  fates(): FieldFate[] {
    for (const field of this.#known) {
      if (!this.#fates.has(field.path)) this.#markUnasked(field);
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other))
      .map((fate) => ({ ...fate, ours: fate.ours && this.#fileField(fate.ours) }));
  }

  /** A field that another one has filled already is named with that one. */
  #markUnasked({ path, keys, value }: RecordField): void {
    if (isLeftAside(this.#naming, keys)) return this.#mark(path, "derived", { value });
    const named = fieldCalled(this.#naming.kind, keys);
    const ours = named && this.#fileField(named);
    const other = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours && this.#fileField(fate.ours) === ours
    );
    const isSaid = [other?.value].flat().some((said) => isDeepStrictEqual(said, value));
    if (ours !== undefined && isSaid) return this.#mark(path, "derived", { ours, value });
    const reason = ours === undefined
      ? wordsOf(NOT_ASKED)
      : other === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field`
      : say`is "${ours}" meant? It has ${other.theirs} already`;
    this.#mark(path, "lost", { value, reason });
  }

  #fileField(ours: string): string {
    return this.#parts[ours] ?? ours;
  }

  #change(
    isMeant: (fate: FieldFate) => boolean,
    changed: (fate: FieldFate) => Partial<FieldFate>,
  ): void {
    for (const [path, fate] of this.#fates) {
      if (isMeant(fate)) this.#fates.set(path, { ...fate, ...changed(fate) });
    }
  }

  #mark(
    theirs: string,
    fate: FieldFate["fate"],
    more: Pick<FieldFate, "ours" | "value" | "reason">,
  ): void {
    this.#fates.set(theirs, { theirs, fate, record: this.where.record, ...more });
  }
}
