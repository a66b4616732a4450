import { foldText } from "../../../src/model/fold_text.ts";
import type { RecordReader } from "../record/record.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { slug } from "../../schema/content/field.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";

/** An id as it is written: a number where it is one. */
export function readId(record: RecordReader): string | number | undefined {
  const id = record.text("id");
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id;
}

/** The id of a file, which is its name where it has none. */
export function idOf(slug: string, file: EntryFields): string {
  return String(file["id"] ?? slug);
}

/** The same, and the names that the file had. */
export function idsOf(slug: string, file: EntryFields): string[] {
  const former = file["former_slugs"];
  return [idOf(slug, file), ...(Array.isArray(former) ? former.map(String) : [])];
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
export function datedSlug(date: unknown, title: string, id: unknown): string {
  const given = addressSlug(String(id ?? ""));
  if (/^\d{4}-\d{2}-\d{2}/.test(given)) return given;
  const last = title || (/^\d{1,15}$/.test(given) || !isMachineId(given) ? given : "");
  return [date, last].filter(Boolean).join("-") || "entry";
}

/** An address of the old service as a file name: itself where it can be one. */
export function addressSlug(address: string): string {
  const last = address.replace(/[?#].*$/, "").split("/").findLast((part) => part !== "") ?? "";
  const small = last.toLowerCase();
  return slug.safeParse(small).success ? small : titleSlug(last);
}

/** UUIDs, with and without hyphens. */
const UUID = /^(?:urn:uuid:)?\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/i;

/** Object ids and hashes. */
const HEX = /^(?=.*\d)[\da-f]{16,}$/i;

/** Random letters of both cases with digits, as Firestore and YouTube make them. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{20,}$/;

/** Whether an id means nothing to anybody: a number, a UUID, a long run of random signs. */
export function isMachineId(text: string): boolean {
  return [/^\d+$/, UUID, HEX, RANDOM].some((form) => form.test(text));
}
