import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../../src/model/fold_text.ts";
import { isFields } from "../../../read/source.ts";
import { listOf } from "../record/values.ts";
import type { Merge, Scope } from "./file_kind.ts";

/** The id of an entry is its file's name where it has none of its own. */
export const sameId: Merge = (had, wanted, { slug }) =>
  String(had ?? slug) === String(wanted) ? had : wanted;

/** The file's value stays where both mean the same. */
export function sameAs(meaningOf: (value: unknown) => unknown): Merge {
  return (had, wanted) => had !== undefined && meaningOf(had) === meaningOf(wanted) ? had : wanted;
}

/** What follows from elsewhere is not written. `impliedBy` gives what a file without the field means. */
export function unlessImplied(impliedBy: (scope: Scope) => unknown): Merge {
  return (had, wanted, scope) => wanted === (had ?? impliedBy(scope)) ? had : wanted;
}

/** Entries are known by their text or title: what the file says of one stays, unless the dump says it too. */
export const addItems: Merge = (had, wanted) => {
  const list = [...listOf(had)];
  const items = listOf(wanted).filter((item, place, all) =>
    !all.slice(0, place).some((other) => saysAll(other, item))
  );
  for (const [place, old] of matched(list, items, [saysAll, hasTitle]).entries()) {
    const item = items[place];
    if (old === undefined) list.push(item);
    else list[list.indexOf(old)] = merged(old, item);
  }
  return list;
};

/** The same in the dump's order, for lists that a dump has whole. */
export const sameItems: Merge = (had, wanted) => {
  const items = listOf(wanted);
  const old = matched(listOf(had), items, [saysAll, hasTitle]);
  return items.map((item, place) => merged(old[place], item));
};

/** What each item was in `had`, which has several of one title: each is one item only, by the first test that fits. */
export function matched<T>(
  had: readonly T[],
  wanted: readonly T[],
  tests: readonly ((one: T, item: T) => boolean)[],
): (T | undefined)[] {
  const free = [...had];
  const old: (T | undefined)[] = wanted.map(() => undefined);
  const facts = (item: T) => isFields(item) ? Object.keys(item).length : 0;
  // What says least may be any of them.
  const surest = [...wanted.entries()].toSorted(([, one], [, other]) => facts(other) - facts(one));
  for (const isSame of tests) {
    for (const [place, item] of surest) {
      const at = old[place] === undefined ? free.findIndex((one) => isSame(one, item)) : -1;
      if (at >= 0) old[place] = free.splice(at, 1)[0];
    }
  }
  return old;
}

function saysAll(one: unknown, item: unknown): boolean {
  return hasTitle(one, item) && isDeepStrictEqual(merged(one, item), one);
}

function hasTitle(one: unknown, item: unknown): boolean {
  return titleOf(one) === titleOf(item);
}

function titleOf(item: unknown): string {
  return foldText(String(isFields(item) ? item["title"] : item));
}

function merged(had: unknown, item: unknown): unknown {
  if (had === undefined || !isFields(item)) return had ?? item;
  return isFields(had) ? { ...had, ...item, title: had["title"] } : item;
}
