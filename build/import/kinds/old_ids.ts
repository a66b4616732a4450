import { slug } from "../../../src/model/content/field.ts";
import { titleSlug } from "../../derive/title_slug.ts";

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
