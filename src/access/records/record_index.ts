import type { VersionedRecord } from "./hashed_store.ts";

/** A record's place in memory: what points here keeps pointing at the record when it changes. */
export interface Held<R> {
  /** Undefined: it was deleted. */
  record: R | undefined;
  readonly version: string | undefined;
}

/** What a record is called. */
export interface RecordNaming<R> {
  /** What it is found by; a record may get another. */
  nameOf(record: R): string;
  idOf(record: R): string;
}

/** All records of one kind, by name and by id. */
export class RecordIndex<R> {
  readonly #naming: RecordNaming<R>;
  readonly #byName = new Map<string, Held<R>>();
  readonly #byId = new Map<string, Held<R>>();

  constructor(naming: RecordNaming<R>) {
    this.#naming = naming;
  }

  get size(): number {
    return this.#byName.size;
  }

  named(name: string): Held<R> | undefined {
    return this.#byName.get(name);
  }

  ofId(id: string): R | undefined {
    return this.#byId.get(id)?.record;
  }

  /** All records, in the order in which their ids came. */
  *all(): Generator<R> {
    for (const { record } of this.#byId.values()) if (record !== undefined) yield record;
  }

  /** Takes over what the store has of an id now: another record, or none. */
  change(id: string, record: R | undefined): void {
    const name = record && this.#naming.nameOf(record);
    const old = this.#byId.get(id);
    if (old?.record !== undefined && this.#naming.nameOf(old.record) !== name) {
      this.#byName.delete(this.#naming.nameOf(old.record));
      this.#byId.delete(id);
      old.record = undefined;
    }
    if (record === undefined || name === undefined) return;
    const held = this.#byName.get(name) ?? { record, version: undefined };
    held.record = record;
    this.#set(id, name, held);
  }

  /**
   * Adds what was read; a record that `before` has in this version stays the object that it was. Tells
   * whether it is another one.
   */
  add({ record, version }: VersionedRecord<R>, before: RecordIndex<R> | undefined): boolean {
    const name = this.#naming.nameOf(record);
    const id = this.#naming.idOf(record);
    const known = before?.named(name);
    const isSame = known?.version === version;
    this.#forgetOldName(id, name);
    this.#set(id, name, isSame ? known : { record, version });
    return !isSame;
  }

  #set(id: string, name: string, held: Held<R>): void {
    this.#byName.set(name, held);
    this.#byId.set(id, held);
  }

  /**
   * Between two slices a record may get another name and come again: each slice is read from the store as
   * it is then, so what comes later is newer. One that moved back to where was read already comes by
   * its row.
   */
  #forgetOldName(id: string, name: string): void {
    const old = this.ofId(id);
    if (old !== undefined && this.#naming.nameOf(old) !== name) {
      this.#byName.delete(this.#naming.nameOf(old));
    }
  }
}
