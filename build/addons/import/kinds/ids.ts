import { foldText } from "../../../../src/model/fold_text.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
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
  return [String(file["id"] ?? slug), ...listOf(file["former_slugs"])];
}

/** The id of an entry is its file's name where it has none of its own. */
export const sameId: Merge = (had, wanted, { slug }) =>
  String(had ?? slug) === String(wanted) ? had : wanted;

/** What follows from elsewhere is not written. `impliedBy` gives what a file without the field means. */
export function unlessImplied(impliedBy: (scope: Parameters<Merge>[2]) => unknown): Merge {
  return (had, wanted, scope) => wanted === (had ?? impliedBy(scope)) ? had : wanted;
}

/** Texts that are not there yet are added at the end. */
export const addTexts = { keyOf: (text: unknown) => foldText(String(text)) };

/** Links are known by their title: addresses are brought up to date, further links added. */
export const addLinks = {
  keyOf: (link: unknown) => `${titleOfLink(link)}\n${(link as { url: unknown }).url}`,
  titleOf: titleOfLink,
};

function titleOfLink(link: unknown): string {
  return foldText(String((link as { title: unknown } | undefined)?.title));
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

/** An address of the old service as a file name: itself where it can be one. */
export function addressSlug(address: string): string {
  const last = address.replace(/[?#].*$/, "").split("/").findLast((part) => part !== "") ?? "";
  const small = last.toLowerCase();
  return slug.safeParse(small).success ? small : titleSlug(last);
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
