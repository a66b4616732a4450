import type { KeyRecord } from "../access/records/key_store.ts";
import type { Credentials } from "../access/records/credential_table.ts";
import type { Meter } from "../access/limits/meter.ts";
import { createTrail, type UnrecordedDeps } from "../admin/trail/trail.ts";
import { OWNER } from "../audit/entries/admin_entry.ts";
import type { Mailer } from "../mail/mail.ts";
import type { PackIndex } from "../model/pack_index.ts";
import type { Store } from "../store/store.ts";
import { isSafeBase } from "./safe_base.ts";
import type { LetterCounts } from "./letter_counts.ts";
import type { Links } from "./links.ts";

/** What becomes of a request of sign-up or management, for metrics and alerts. */
export type SignupEvent =
  | "asked"
  | "too_many"
  | "letter_sent"
  | "letter_failed"
  | "key_made"
  | "rotated";

/** What sign-up, management and rotation by owners work with. */
export interface OwnerDeps {
  readonly store: Store;
  /** By which commands run on behalf of owners. */
  readonly commandDeps: UnrecordedDeps;
  readonly credentials: Pick<Credentials, "refresh">;
  readonly meter: Meter;
  readonly mailer: Mailer;
  readonly hasMail: boolean;
  index(): PackIndex;
  /** Where callers find the service, without a slash at its end. */
  baseUrl(): string;
  readonly links: Links;
  readonly letters: LetterCounts;
  readonly note: (event: SignupEvent) => void;
  /** Letters under way: answers do not wait for them, so that their time shows nothing either. */
  readonly underWay: Set<Promise<void>>;
}

/** Whether owners can act by letters: there is a mail server, and an address for links. */
export function canWrite({ hasMail, baseUrl }: Pick<OwnerDeps, "hasMail" | "baseUrl">): boolean {
  return hasMail && isSafeBase(baseUrl());
}

/** Rotates a key; undefined if the key has ended, which `work` finds by `allow`. */
export async function unlessEnded<T>(
  work: (allow: (key: KeyRecord) => void) => Promise<T>,
): Promise<T | undefined> {
  const ended = new Error("The key has ended");
  try {
    return await work((key) => {
      if (key.revokedAt !== undefined) throw ended;
    });
  } catch (error) {
    if (error === ended) return undefined;
    throw error;
  }
}

/** The store as an owner changes it: each commit is on record, or is not made. */
export function storeOfOwner(
  { commandDeps }: Pick<OwnerDeps, "commandDeps">,
  address: string,
  command: string,
): Store {
  return createTrail(commandDeps, { by: OWNER, ip: address }, command).store;
}
