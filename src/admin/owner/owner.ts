import type { Credentials } from "../../access/records/credential_table.ts";
import { OWNER } from "../../audit/entries.ts";
import { isLoopback } from "../../http/request.ts";
import type { PackIndex } from "../../model/pack_index.ts";
import type { Store } from "../../store/store.ts";
import { createTrail, type UnrecordedDeps } from "../trail/trail.ts";

/** What acts of owners work with. */
export interface OwnerDeps {
  readonly store: Store;
  /** By which commands run on behalf of owners. */
  readonly commandDeps: UnrecordedDeps;
  readonly credentials: Pick<Credentials, "refresh">;
  /** Whether there is a mail server. */
  readonly hasMail: boolean;
  index(): PackIndex;
  /** Where callers find the service, without a slash at its end. */
  baseUrl(): string;
  /** Notes that a key was rotated, for metrics. */
  readonly rotated: () => void;
}

/** Whether owners can act by letters: there is a mail server, and an address for links that nobody reads along. */
export function canWrite({ hasMail, baseUrl }: Pick<OwnerDeps, "hasMail" | "baseUrl">): boolean {
  const url = hasMail ? URL.parse(baseUrl()) : null;
  if (url === null) return false;
  return url.protocol === "https:" || isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
}

/** The store as an owner changes it: each commit is on record, or is not made. */
export function storeOfOwner(
  { commandDeps }: Pick<OwnerDeps, "commandDeps">,
  address: string,
  command: string,
): Store {
  return createTrail(commandDeps, { by: OWNER, ip: address }, command).store;
}
