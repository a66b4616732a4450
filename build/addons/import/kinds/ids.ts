import { foldText } from "../../../../src/model/fold_text.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { slug } from "../../../schema/content/field.ts";

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
function addressSlug(address: string): string {
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

/** The file names in addresses; an id that means nothing to anybody is none. */
export function addressSlugs(...addresses: readonly unknown[]): string[] {
  const named = addresses.filter((one) => one !== undefined)
    .map((address) => addressSlug(String(address)));
  return [...new Set(named.filter((slug) => slug !== "" && !isMachineId(slug)))];
}

/** Whether an id means nothing to anybody. */
function isMachineId(text: string): boolean {
  return MACHINE_IDS.some((form) => form.test(text));
}
