import type { FeedTokenRecord } from "../records/feed_token_store.ts";
import type { KeyRecord } from "../records/key_store.ts";
import type { TokenRecord } from "../records/token_store.ts";

/** The caller of a request, and by which credential. */
export type Caller =
  | { readonly kind: "key"; readonly key: KeyRecord }
  | CarriedToken
  | CarriedFeedToken
  | { readonly kind: "admin"; readonly username: string }
  | { readonly kind: "anyone" };

/** A priority token and the record of it. */
export interface CarriedToken {
  readonly kind: "token";
  readonly token: TokenRecord;
  readonly secret: string;
}

/** A feed token's record, and the key that it is of. */
export interface CarriedFeedToken {
  readonly kind: "feed";
  readonly token: FeedTokenRecord;
  readonly key: KeyRecord;
}

/** The caller of a request without a credential. */
export const ANYONE: Caller = { kind: "anyone" };
