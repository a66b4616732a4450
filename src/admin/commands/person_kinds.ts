import { type KeyRecord, leftEmail } from "../../access/records/key_store.ts";
import {
  type ExtraFor,
  joinExtras,
  type Records,
  type SecretRecord,
} from "../../access/records/records.ts";
import { organizationKey, type TokenRecord } from "../../access/records/token_store.ts";
import type { CodeRecord } from "../../access/records/code_store.ts";
import type { Plans } from "../../model/plans.ts";
import type { KvWrite } from "../../platform/kv.ts";
import type { Store } from "../../store/store.ts";

/** A record that says who a person is. */
export interface PersonRecord extends SecretRecord {
  readonly email?: string;
  readonly forgottenAt?: number;
}

/** The records of one kind that say who a person is. */
export interface PersonKind {
  find(id: string): Promise<PersonRecord | undefined>;
  list(): Promise<readonly PersonRecord[]>;
  /** Those that ended for good before an instant (epoch ms), and name somebody still. */
  endedBefore(instant: number): Promise<readonly PersonRecord[]>;
  /**
   * Empties what says who the person of a record is, so that it opens nothing; its digest stays.
   * `writes` are made by the same commit.
   */
  empty(id: string, writes?: readonly KvWrite[]): Promise<void>;
}

/** The kinds, by the nouns of their commands. */
export type PersonKinds = Readonly<Record<"key" | "token" | "code", PersonKind>>;

/** Creates them. `plans`: those that are served; if left out, the periods of all quotas are over. */
export function personKinds(store: Store, now: number, plans: () => Plans = () => ({})) {
  const ended = (record: KeyRecord | CodeRecord) => ({
    revokedAt: record.revokedAt ?? now,
    forgottenAt: record.forgottenAt ?? now,
  });
  return {
    key: kindOf(store.keys, {
      endOf: ({ revokedAt }) => revokedAt,
      emptied: ({ note: _, ...key }) => ({ ...key, owner: "", email: "", ips: [], ...ended(key) }),
      extraFor: (key) => ({ writes: leftEmail(key, plans, now) }),
    }),
    token: kindOf(store.tokens, {
      endOf: ({ state, reviewedAt, revokedAt }) => state === "rejected" ? reviewedAt : revokedAt,
      emptied({ reason: _, ...token }): TokenRecord {
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
        const { key, value, version } = await store.kv.get<string>(organizationKey(organization));
        return value === id ? { checks: [{ key, version }], writes: [{ delete: key }] } : {};
      },
    }),
    code: kindOf(store.codes, {
      endOf: ({ revokedAt }) => revokedAt,
      // One that was bound to an e-mail stays bound, to none that anybody has.
      emptied: (code) => ({
        ...code,
        ...(code.email !== undefined && { email: "" }),
        ...ended(code),
      }),
      extraFor: () => ({}),
    }),
  } satisfies PersonKinds;
}

function kindOf<R extends PersonRecord>(
  records: Records<R>,
  { endOf, emptied, extraFor }: {
    endOf(record: R): number | undefined;
    emptied(record: R): R;
    readonly extraFor: ExtraFor<R>;
  },
): PersonKind {
  return {
    find: records.find,
    list: records.list,
    endedBefore: async (instant) =>
      (await records.list()).filter((record) =>
        record.forgottenAt === undefined && (endOf(record) ?? Infinity) < instant
      ),
    async empty(id, writes = []) {
      await records.update(
        id,
        emptied,
        async (...change) => joinExtras([await extraFor(...change), { writes }]),
      );
    },
  };
}
