/**
 * This room remembers what was made of content that has not changed.
 *
 * @module
 */

import { type Language, spokenLanguage } from "../words/say.ts";
import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";

/**
 * Makes something of `key`, or gives what was made of it before with the same `deps`, in the same
 * language. What was reported then is reported again.
 */
export type Remember<V> = (
  memory: MadeMemory,
  key: object,
  deps: readonly unknown[],
  report: ReportDiagnostic,
  make: (report: ReportDiagnostic) => V,
) => V;

/** What was made, for as long as its key is there. */
export type MadeTable<V> = WeakMap<object, Made<V>>;

interface Made<V> {
  readonly language: Language;
  readonly deps: readonly unknown[];
  readonly value: V;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a process that builds again and again has made before. */
export interface MadeMemory {
  /** What was made of one sort; undefined where nothing is kept. */
  table<V>(sort: object): MadeTable<V> | undefined;
}

/** Keeps what is made of each sort. */
export function createMadeMemory(): MadeMemory {
  const tables = new WeakMap<object, MadeTable<unknown>>();
  return {
    table<V>(sort: object) {
      const known = tables.get(sort) ?? new WeakMap();
      tables.set(sort, known);
      return known as MadeTable<V>;
    },
  };
}

const NOTHING: readonly Diagnostic[] = [];

/** Remembers one sort of things, in the memory that is given. */
export function createRemember<V>(): Remember<V> {
  const sort = {};
  return (memory, key, deps, report, make) => {
    const known = memory.table<V>(sort);
    if (known === undefined) return make(report);
    const found = known.get(key);
    const isSame = found?.language === spokenLanguage() && areSame(found.deps, deps);
    const made = isSame ? found : makeOnce(deps, make);
    if (made !== found) known.set(key, made);
    for (const diagnostic of made.diagnostics) report(diagnostic);
    return made.value;
  };
}

function makeOnce<V>(
  deps: readonly unknown[],
  make: (report: ReportDiagnostic) => V,
): Made<V> {
  let diagnostics: Diagnostic[] | undefined;
  const value = make((diagnostic) => void (diagnostics ??= []).push(diagnostic));
  return { language: spokenLanguage(), deps, value, diagnostics: diagnostics ?? NOTHING };
}

/** Gives the list that `key` had the last time, where all that is in it is the same. */
export type KeepSame<Item> = (
  memory: MadeMemory,
  key: object,
  list: readonly Item[],
) => readonly Item[];

/** Keeps one sort of lists. `areEqual`: whether two things in them are as good as the same. */
export function createKeepSame<Item>(
  areEqual: (one: Item, other: Item) => boolean = () => false,
): KeepSame<Item> {
  const lastOnce = createRemember<{ list?: readonly Item[] }>();
  return (memory, key, list) => {
    const last = lastOnce(memory, key, [], REPORTS_NOTHING, () => ({}));
    const isSame = last.list?.length === list.length &&
      last.list.every((one, place) => one === list[place] || areEqual(one, list[place]!));
    return isSame ? last.list! : last.list = list;
  };
}

/** Whether two lists have the same things in the same order. */
export function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

/** Of what cannot report anything. */
export const REPORTS_NOTHING: ReportDiagnostic = () => {};
