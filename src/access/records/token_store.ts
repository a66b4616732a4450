import { foldText } from "../../model/fold_text.ts";
import type { KvKey } from "../../platform/kv.ts";
import { tokenOrganizationKey } from "../../platform/credential_keys.ts";
import type { Issued } from "./key_store.ts";
import { createRecords, type Records } from "./records.ts";
import { mintHashed, mintId, type SecretDeps } from "./secret.ts";

/** Where an application for a priority token has got to. */
export type TokenState = "applied" | "approved" | "rejected" | "revoked";

/** A priority token, from the application on. The token itself is not stored. */
export interface TokenRecord {
  /** Names it in commands and in the audit: `t_` and 12 letters or digits. */
  readonly id: string;
  /** Of the token; before there is one, a text that is the digest of nothing. */
  readonly digest: string;
  /** The kind and last four characters of the token; "" before there is one. */
  readonly hint: string;
  readonly organization: string;
  /** The organization's applicant, and the address that the token is sent to. */
  readonly name: string;
  readonly email: string;
  readonly state: TokenState;
  /** Epoch ms, as all instants here. */
  readonly appliedAt: number;
  readonly reviewedAt?: number;
  /** Why the review ended as it did. */
  readonly reason?: string;
  /** When it last got a new secret. */
  readonly regeneratedAt?: number;
  readonly revokedAt?: number;
  /** When what says who the person is was emptied. */
  readonly forgottenAt?: number;
}

/** Whether it opens anything: a token holds until it is revoked. */
export function isLiveToken(token: TokenRecord): boolean {
  return token.state === "approved";
}

/** Whether its organization may not have another one beside it. */
function isOpenToken({ state }: TokenRecord): boolean {
  return state === "applied" || state === "approved";
}

/** How much of a name without case and accents tells it: it may be far longer, and a key takes 2 KiB. */
const MAX_FOLDED = 600;

/** The key of an organization's latest application, whatever the case and accents of its name. */
export function organizationKey(organization: string): KvKey {
  return tokenOrganizationKey(foldText(organization).slice(0, MAX_FOLDED));
}

/** Priority tokens in the store, and the id of each organization's latest application. */
export interface TokenStore extends Records<TokenRecord> {
  /**
   * Takes an application. An organization has one application or token at a time, whatever the case
   * and accents of its name: if there is one, it comes back instead, `made` false.
   */
  apply(
    application: Pick<TokenRecord, "organization" | "name" | "email" | "appliedAt">,
  ): Promise<{ record: TokenRecord; made: boolean }>;
  /** Creates a new secret, in place of any other; `change` may throw to forbid it. */
  issue(
    id: string,
    change: (token: TokenRecord) => TokenRecord,
  ): Promise<Issued<TokenRecord> | undefined>;
}

export function createTokenStore(deps: SecretDeps): TokenStore {
  const { kv, random } = deps;
  const records = createRecords<TokenRecord>(deps, {
    kind: "token",
    since: ({ appliedAt }) => appliedAt,
    visible: "hint organization name email state reason appliedAt reviewedAt regeneratedAt " +
      "revokedAt forgottenAt",
  });
  return {
    ...records,
    async apply(application) {
      const id = mintId("t", random);
      const record: TokenRecord =
        // No digest is as short as this: it cannot be met.
        { id, digest: `none for ${id}`, hint: "", ...application, state: "applied" };
      const key = organizationKey(application.organization);
      while (true) {
        const latest = await kv.get<string>(key);
        const other = latest.value === null ? undefined : await records.find(latest.value);
        if (other !== undefined && isOpenToken(other)) return { record: other, made: false };
        const checks = [{ key, version: latest.version }];
        if (await records.add(record, { checks, writes: [{ set: key, value: id }] })) {
          return { record, made: true };
        }
      }
    },
    async issue(id, change) {
      const { secret, ...made } = mintHashed("P", deps);
      const record = await records.update(id, (token) => ({ ...change(token), ...made }));
      return record && { record, secret };
    },
  };
}
