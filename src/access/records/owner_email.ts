import type { KeyRecord } from "./key_store.ts";
import { refusedDomainKey } from "../../platform/credential_keys.ts";
import { getAll, type Kv } from "../../platform/kv.ts";

/**
 * An e-mail address in the form that names one person: without case, and without what follows a `+` before the
 * `@`. It only finds a key: letters go to addresses as they were typed.
 */
export function foldOwnEmail(email: string): string {
  const folded = email.trim().normalize("NFC").toLowerCase();
  const at = folded.lastIndexOf("@");
  const name = folded.slice(0, at);
  const plus = name.indexOf("+");
  // An address that begins with the sign has nothing else.
  return plus > 0 ? name.slice(0, plus) + folded.slice(at) : folded;
}

/**
 * The name that letters greet the owner of a key by; "" if the key was signed up for: anybody who knows
 * an address can type a name beside it, and no letter carries what a stranger wrote.
 */
export function greetedName({ owner, signup }: Pick<KeyRecord, "owner" | "signup">): string {
  return signup === undefined ? owner : "";
}

/** A mail domain in its one spelling; undefined for anything else. */
export function readDomain(text: string): string | undefined {
  const trimmed = text.trim().replace(/\.$/, "");
  if (trimmed === "" || /[\s/@:?#[\]\\]/.test(trimmed)) return undefined;
  const host = URL.parse(`https://${trimmed}/`)?.hostname;
  return host !== undefined && host.length <= 253 && host.includes(".") ? host : undefined;
}

const MAX_LABELS = 10;

/** Whether operators have refused the domain of an address, or one above it. */
export async function isRefusedDomain(kv: Kv, email: string): Promise<boolean> {
  const labels = (readDomain(email.slice(email.lastIndexOf("@") + 1)) ?? "").split(".").slice(
    -MAX_LABELS,
  );
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  const entries = await getAll(kv, domains.map(refusedDomainKey));
  return entries.some(({ version }) => version !== null);
}

/** What operators have decided about sign-up. */
export interface SignupSwitch {
  readonly isClosed: boolean;
  /** Epoch ms. */
  readonly since: number;
}
