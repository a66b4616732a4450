import { foldText } from "../../../../src/model/fold_text.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
import { isFields } from "../../../read/source.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { slug } from "../../../schema/content/field.ts";
import type { Merge } from "../merge/file_kind.ts";
import { listOf } from "../merge/import_files.ts";

/** The ids of a record. */
export function idsIn({ id }: EntryFields): string[] {
  return id === undefined ? [] : [String(id)];
}

/** The ids of a file: its name where it has none, and the names that it had. */
export function idsOf(slug: string, file: EntryFields): string[] {
  return [String(file["id"] ?? slug), ...listOf(file["former_slugs"]).map(String)];
}

/** The id of an entry is its file's name where it has none of its own. */
export const sameId: Merge = (had, wanted, { slug }) =>
  String(had ?? slug) === String(wanted) ? had : wanted;

/** The file's value stays where both mean the same. */
export function sameAs(meaningOf: (value: unknown, scope: Parameters<Merge>[2]) => unknown): Merge {
  return (had, wanted, scope) =>
    had !== undefined && meaningOf(had, scope) === meaningOf(wanted, scope) ? had : wanted;
}

/** What follows from elsewhere is not written. `impliedBy` gives what a file without the field means. */
export function unlessImplied(impliedBy: (scope: Parameters<Merge>[2]) => unknown): Merge {
  return (had, wanted, scope) => wanted === (had ?? impliedBy(scope)) ? had : wanted;
}

/** Entries are known by their text or title: what the file says of one stays, unless the dump says it too. */
export const addItems: Merge = (had, wanted) => {
  const list = Array.isArray(had) ? [...had] : [];
  for (const item of wanted as readonly unknown[]) {
    const place = list.findIndex((other) => titleOf(other) === titleOf(item));
    if (place < 0) list.push(item);
    else list[place] = merged(list[place], item);
  }
  return list;
};

/** The same in the dump's order, for lists that a dump has whole. */
export const sameItems: Merge = (had, wanted) => {
  const known = new Map((Array.isArray(had) ? had : []).map((item) => [titleOf(item), item]));
  return (wanted as readonly unknown[]).map((item) => merged(known.get(titleOf(item)), item));
};

function titleOf(item: unknown): string {
  return foldText(String(isFields(item) ? item["title"] : item));
}

function merged(had: unknown, item: unknown): unknown {
  if (had === undefined || !isFields(item)) return had ?? item;
  return isFields(had) ? { ...had, ...item, title: had["title"] } : item;
}

/** Parts of a name, none of which may be unknown; folded. */
export function nameKey(...parts: readonly unknown[]): string[] {
  const known = parts.every((part) => part !== undefined && part !== "");
  return known ? [parts.map((part) => foldText(String(part))).join("\n")] : [];
}

/**
 * A file's name that begins with the day. An id of that form is a file's name already: answers give
 * it where the file has no id of its own.
 */
export function datedSlug({ date, id }: EntryFields, title: unknown): string {
  const given = addressSlug(String(id ?? ""));
  if (/^\d{4}-\d{2}-\d{2}/.test(given)) return given;
  const isReadable = /^\d{1,15}$/.test(given) || !isMachineId(String(id));
  const last = titleSlug(String(title ?? "")) || (isReadable ? given : "");
  return [date, last].filter(Boolean).join("-") || "entry";
}

/** An address of the old service as a file name: itself where it can be one; a page for everybody has none. */
export function addressSlug(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  if (/\.(?:php|aspx?|cgi)$/i.test(last)) return "";
  const small = last.replace(/\.html?$/i, "").toLowerCase();
  return slug.safeParse(small).success ? small : titleSlug(small);
}

/** Numbers, UUIDs, object ids and hashes, and random letters of both cases with digits. */
const MACHINE_IDS = [
  /^\d+$/,
  /^(?:urn:uuid:)?\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/i,
  /^(?=.*\d)[\da-f]{16,}$/i,
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{14,}$/,
];

/** Whether an id means nothing to anybody. */
export function isMachineId(text: string): boolean {
  return MACHINE_IDS.some((form) => form.test(text));
}
