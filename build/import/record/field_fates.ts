import type { RawRecord } from "../dump/read_dump.ts";
import type { FieldFate } from "../report/field_log.ts";
import { fieldCalled, fileField, isFieldName, isLeftAside } from "./field_names.ts";
import { type FieldNaming, findFields } from "./find_fields.ts";
import { flattenRecord, type RecordField } from "./flatten.ts";
import { isSameValue } from "./known_value.ts";
import { mapValues } from "./map_values.ts";
import { phrase, say, translated } from "../../words/say.ts";

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;

/** The known fields of a record of a dump, and what has become of each. */
export class FieldFates {
  readonly #known: readonly RecordField[];
  readonly #naming: FieldNaming;
  /** The record's place in the dump, from 1. */
  readonly #record: number;
  /** By path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor({ number, fields }: RawRecord, naming: FieldNaming) {
    const isName = (key: string) => naming.map.has(key) || isFieldName(naming.kind, key);
    const { known, leftOut } = mapValues(flattenRecord(fields, isName), naming.values);
    this.#known = known;
    this.#naming = naming;
    this.#record = number;
    for (const field of leftOut) this.derive(field);
  }

  /** The fields that have one of these names, the most fitting first. */
  find(names: readonly string[]): RecordField[] {
    return findFields(this.#known, names, this.#naming);
  }

  /** A field gave a value; another field of the same meaning and value is no loss. */
  fill(field: RecordField, ours: string): void {
    this.#mark(field, "filled", ours);
    for (const other of this.find([ours])) {
      const isNew = !this.#fates.has(other.path);
      if (isNew && isSameValue(other.value, field.value)) this.#mark(other, "derived", ours);
    }
  }

  /** A field gave no value of the kind that was expected; it may have given one of another kind. */
  miss(field: RecordField, ours: string, expected: string): void {
    const isFilled = this.#fates.get(field.path)?.fate === "filled";
    if (!isFilled) this.#mark(field, "lost", ours, say`expected ${translated(expected)}`);
  }

  /** A field follows from others, or says nothing. */
  derive(field: RecordField, ours?: string): void {
    this.#mark(field, "derived", ours);
  }

  /** The same for all fields of these names that nothing has become of yet. */
  pass(names: readonly string[]): void {
    for (const field of this.find(names)) {
      if (!this.#fates.has(field.path)) this.derive(field);
    }
  }

  /** The same for every field. */
  passOver(): void {
    for (const field of this.#known) this.derive(field);
  }

  /** Takes back that a field was filled; `*` means all of them. */
  lose(ours: string, reason: string, value?: unknown): void {
    for (const [path, fate] of this.#fates) {
      const isMeant = ours === "*" ? fate.fate === "filled" : fate.ours === ours;
      if (!isMeant) continue;
      this.#fates.set(path, { ...fate, fate: "lost", reason, value: value ?? fate.value });
    }
  }

  /** Loses parts of a field, by their paths behind the field's own. */
  loseParts(path: string, parts: readonly (readonly [part: string, value: unknown])[]): void {
    for (const [part, value] of parts) {
      this.#mark({ path: path + part, value }, "lost", undefined, translated(NOT_ASKED));
    }
  }

  /** What became of every known field, in the order of the record; what nobody has asked for is lost. */
  fates(): FieldFate[] {
    for (const field of this.#known.filter(({ path }) => !this.#fates.has(path))) {
      if (this.#isAside(field)) this.derive(field);
      else this.#mark(field, "lost", undefined, this.#reasonFor(field));
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other));
  }

  /** A field that another one has filled already is named with that one. */
  #reasonFor({ keys }: RecordField): string {
    const named = keys.map((key) => fieldCalled(this.#naming.kind, key))
      .find((field) => field !== undefined);
    const ours = named && fileField(named);
    const filled = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours !== undefined && fileField(fate.ours) === ours
    );
    if (ours === undefined) return translated(NOT_ASKED);
    return filled === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field, or its values others`
      : say`is "${ours}" meant? It has ${filled.theirs} already`;
  }

  #isAside({ keys }: RecordField): boolean {
    const { kind, map } = this.#naming;
    return keys.some((key) => isLeftAside(kind, key, map));
  }

  #mark(
    { path, value }: Pick<RecordField, "path" | "value">,
    fate: FieldFate["fate"],
    ours?: string,
    reason?: string,
  ): void {
    this.#fates.set(path, { theirs: path, ours, fate, value, reason, record: this.#record });
  }
}
