import type { CodeRecord } from "../../access/records/code_store.ts";
import { type KeyRecord, leftEmail } from "../../access/records/key_store.ts";
import type { ExtraFor, Records, SecretRecord } from "../../access/records/records.ts";
import { organizationKey, type TokenRecord } from "../../access/records/token_store.ts";
import type { Plans } from "../../model/plans.ts";
import type { Store } from "../../store/store.ts";

/** A record that says who a person is. */
export interface PersonRecord extends SecretRecord {
  readonly email?: string;
  readonly forgottenAt?: number;
}

/** What forgetting the person of a record of one kind takes. */
export interface PersonKind<R extends PersonRecord> {
  readonly noun: string;
  readonly records: Records<R>;
  /** When the record ended for good, epoch ms. */
  endOf(record: R): number | undefined;
  /** The record that names no person and opens nothing; its digest stays. */
  empty(record: R, now: number): R;
  /** What the commit that empties the record does besides. */
  readonly extraFor?: ExtraFor<R>;
}

/** Keys. `plans`: those that are served; if left out, the periods of all quotas are over. */
export function keysOf(
  store: Store,
  now: number,
  plans: () => Plans = () => ({}),
): PersonKind<KeyRecord> {
  return {
    noun: "key",
    records: store.keys,
    endOf: ({ revokedAt }) => revokedAt,
    empty: ({ note: _, ...key }, now) => ({
      ...key,
      owner: "",
      email: "",
      ips: [],
      ...ended(key, now),
    }),
    extraFor: (key) => ({ writes: leftEmail(key, plans, now) }),
  };
}

/** Tokens and applications for them. */
export function tokensOf({ kv, tokens }: Store): PersonKind<TokenRecord> {
  return {
    noun: "token",
    records: tokens,
    endOf: ({ state, reviewedAt, revokedAt }) => state === "rejected" ? reviewedAt : revokedAt,
    empty({ reason: _, ...token }, now) {
      const isOver = token.state === "rejected" || token.state === "revoked";
      return {
        ...token,
        // An organization may be named after a person.
        organization: token.id,
        name: "",
        email: "",
        forgottenAt: token.forgottenAt ?? now,
        ...(!isOver && { state: "revoked", revokedAt: now }),
      };
    },
    // An organization whose latest application this is may apply again.
    async extraFor({ id, organization }) {
      const { key, value, version } = await kv.get<string>(organizationKey(organization));
      return value === id ? { checks: [{ key, version }], writes: [{ delete: key }] } : {};
    },
  };
}

/** Codes. */
export function codesOf({ codes }: Store): PersonKind<CodeRecord> {
  return {
    noun: "code",
    records: codes,
    endOf: ({ revokedAt }) => revokedAt,
    // One that was bound to an e-mail stays bound, to none that anybody has.
    empty: (code, now) => ({
      ...code,
      ...(code.email !== undefined && { email: "" }),
      ...ended(code, now),
    }),
  };
}

function ended(record: KeyRecord | CodeRecord, now: number) {
  return { revokedAt: record.revokedAt ?? now, forgottenAt: record.forgottenAt ?? now };
}
