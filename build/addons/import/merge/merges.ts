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
  for (const item of listOf(wanted)) {
    const place = list.findIndex((other) => titleOf(other) === titleOf(item));
    if (place < 0) list.push(item);
    else list[place] = merged(list[place], item);
  }
  return list;
};

/** The same in the dump's order, for lists that a dump has whole. */
export const sameItems: Merge = (had, wanted) => {
  const known = new Map(listOf(had).map((item) => [titleOf(item), item]));
  return listOf(wanted).map((item) => merged(known.get(titleOf(item)), item));
};

function titleOf(item: unknown): string {
  return foldText(String(isFields(item) ? item["title"] : item));
}

function merged(had: unknown, item: unknown): unknown {
  if (had === undefined || !isFields(item)) return had ?? item;
  return isFields(had) ? { ...had, ...item, title: had["title"] } : item;
}
