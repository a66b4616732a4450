import type { PublicLevel } from "../../model/enums.ts";
import type { KeyRecord } from "../records/key_store.ts";
import type { TokenRecord } from "../records/token_store.ts";

/** The caller of a request, and by which credential. */
export type Caller =
  | { readonly kind: "key"; readonly key: KeyRecord }
  | CarriedToken
  /** Who reads feeds alone of what this key may read. */
  | { readonly kind: "feed"; readonly key: KeyRecord }
  | { readonly kind: "admin"; readonly username: string }
  /** `level`: what groups show at least that are read; those with pages, if it is left out. */
  | { readonly kind: "anyone"; readonly level?: PublicLevel };

/** A priority token and the record of it. */
export interface CarriedToken {
  readonly kind: "token";
  readonly token: TokenRecord;
  readonly secret: string;
}

/** The caller of a request without a credential. */
export const ANYONE: Caller = { kind: "anyone" };
