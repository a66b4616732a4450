import { isDeepStrictEqual } from "node:util";
import { type Message, phrase, say, wordsOf } from "../../../words/say.ts";
import type { ImportContext } from "../context.ts";
import type { FieldFate, Where } from "../report.ts";
import type { FieldNames, RawFields, RecordField } from "./field_names.ts";
import { isKnown, onlyOne } from "./values.ts";

/** Reads a field's value: undefined, where it cannot be read; null, where it says that it is unknown. */
export type Reader = (value: unknown, record: DumpRecord, path: string) => unknown;

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;

/** A record, whose fields are read by any of their names; what becomes of each is kept. */
export class DumpRecord {
  readonly #names: FieldNames;
  /** The field of content files that a field of ours is a part of. */
  readonly #parts: Readonly<Record<string, string>>;
  readonly #known: readonly RecordField[];
  /** By path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor(
    fields: RawFields,
    readonly where: Where,
    names: FieldNames,
    parts: Readonly<Record<string, string>>,
    readonly context: ImportContext,
  ) {
    this.#names = names;
    this.#parts = parts;
    this.#known = names.flatten(fields);
  }

  /** The value of the first field of a name that can be read. */
  read(ours: string, read: Reader, explain: (value: unknown) => string): unknown {
    let made: unknown;
    const free = this.#names.find(this.#known, ours)
      .filter(({ path }) => this.#fates.get(path)?.fate !== "filled");
    for (const { path, value } of free) {
      if (isKnown(made)) continue;
      const only = onlyOne(value);
      let one = read(value, this, path);
      if (one === undefined && only !== undefined) one = read(only, this, path);
      made ??= one;
      const fate = one === null ? "derived" : one === undefined ? "lost" : "filled";
      this.#mark(path, fate, value, fate === "lost" ? explain(value) : undefined, ours);
    }
    return made ?? undefined;
  }

  /** Says what an editor should know of it. */
  tell(message: string): void {
    this.context.outcome.tell(message, this.where);
  }

  /** A part of a field goes nowhere. */
  losePart(path: string, value: unknown, reason: Message = NOT_ASKED): void {
    if (isKnown(value)) this.#mark(path, "lost", value, wordsOf(reason));
  }

  /** Takes back that a field of ours was filled. */
  lose(ours: string, reason: string, value?: unknown): void {
    this.#takeBack((fate) => fate.ours === ours, reason, value);
  }

  /** The same for what has filled a field of the file. */
  loseFilled(field: string, reason: string): void {
    this.#takeBack(({ ours }) => this.#fileField(ours!) === field, reason);
  }

  /** The same where what it says follows from others. */
  setAside(ours: string): void {
    this.#takeBack((fate) => fate.ours === ours);
  }

  /** Nothing of it is taken. */
  passOver(reason: string): void {
    this.tell(say`it is passed over: ${reason}`);
    this.#takeBack(() => true, reason);
  }

  /** The same, and nothing is lost: it is of another kind. */
  leaveAside(reason: string): void {
    this.tell(say`it is passed over: ${reason}`);
    for (const { path, value } of this.#known) this.#mark(path, "derived", value);
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
    if (this.#names.isAside(keys)) return this.#mark(path, "derived", value);
    const named = this.#names.fieldOf(keys);
    const ours = named && this.#fileField(named);
    const other = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours && this.#fileField(fate.ours) === ours
    );
    const isSaid = [other?.value].flat().some((said) => isDeepStrictEqual(said, value));
    if (ours !== undefined && isSaid) return this.#mark(path, "derived", value, undefined, ours);
    const reason = ours === undefined
      ? wordsOf(NOT_ASKED)
      : other === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field`
      : say`is "${ours}" meant? It has ${other.theirs} already`;
    this.#mark(path, "lost", value, reason);
  }

  #fileField(ours: string): string {
    return this.#parts[ours] ?? ours;
  }

  /** What was filled is lost, or without a reason no longer needed. */
  #takeBack(isMeant: (fate: FieldFate) => boolean, reason?: string, value?: unknown): void {
    for (const fate of this.#fates.values()) {
      if (fate.fate !== "filled" || !isMeant(fate)) continue;
      const { theirs, ours } = fate;
      const now = reason === undefined ? "derived" : "lost";
      this.#mark(theirs, now, value ?? fate.value, reason, ours);
    }
  }

  #mark(
    theirs: string,
    fate: FieldFate["fate"],
    value: unknown,
    reason?: string,
    ours?: string,
  ): void {
    this.#fates.set(theirs, { theirs, ours, fate, value, reason, record: this.where.record });
  }
}
