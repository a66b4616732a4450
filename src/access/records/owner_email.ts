import type { KeyRecord } from "./key_store.ts";

/** Quotes and routes (`%`, `!`) make one mailbox many names, and signs that are not seen are not typed. */
const ONE_MAILBOX = /^[^\s"%!@<>()[\],;:\\\p{C}\p{Default_Ignorable_Code_Point}]+$/u;

/**
 * An e-mail address in the form that names one person: without width and case, what follows a `+` before the
 * `@`, and dots at an end; its host as the DNS spells it (NFKC, UTS #46). Undefined if it names no mailbox, or
 * one behind another. It only finds a key: letters go to addresses as they were typed.
 */
export function foldOwnEmail(email: string): string | undefined {
  const folded = email.trim().normalize("NFKC").toLowerCase();
  const at = folded.lastIndexOf("@");
  const [name, host] = [folded.slice(0, at), readDomain(folded.slice(at + 1))];
  // An address that begins with the sign has nothing else.
  const one = name.replace(/(?<=.)\+.*$/u, "").replace(/\.+$/, "");
  return host !== undefined && one !== "" && ONE_MAILBOX.test(name) ? `${one}@${host}` : undefined;
}

/**
 * The name that letters greet the owner of a key by; "" if the key was signed up for: anybody who knows
 * an address can type a name beside it, and no letter carries what a stranger wrote.
 */
export function greetedName({ owner, signup }: Pick<KeyRecord, "owner" | "signup">): string {
  return signup === undefined ? owner : "";
}

/** Names with a dot between; numbers alone are an address. */
const MAIL_HOST = /^(?:[a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/;

/** A mail domain in its one spelling; undefined for anything else. */
function readDomain(text: string): string | undefined {
  const trimmed = text.trim();
  if (/[\s/@:?#%[\]\\]/.test(trimmed)) return undefined;
  const host = URL.parse(`https://${trimmed}/`)?.hostname.replace(/\.+$/, "") ?? "";
  return host.length <= 253 && MAIL_HOST.test(host) ? host : undefined;
}
