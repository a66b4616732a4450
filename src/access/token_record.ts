/** Where an application for a priority token has got to. */
export type TokenState = "applied" | "approved" | "rejected" | "revoked";

/** A priority token (SPEC 5.4), from the application on. The token itself is not stored. */
export interface TokenRecord {
  /** Names it in commands and in the audit: `t_` and 12 letters or digits. */
  readonly id: string;
  /** Of the token; before there is one, a text that is the digest of nothing. */
  readonly digest: string;
  /** The kind and last four characters of the token; "" before there is one. */
  readonly hint: string;
  readonly organization: string;
  /** Who applied for the organization, and where the token is sent to. */
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
}

/** Whether it opens anything: a token holds until it is revoked. */
export function isLiveToken(token: TokenRecord): boolean {
  return token.state === "approved";
}

/** Whether its organization may not have another one beside it. */
export function isOpenToken({ state }: TokenRecord): boolean {
  return state === "applied" || state === "approved";
}
