import { Buffer } from "node:buffer";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { isEqual, type SecretHash } from "../../access/records/secret.ts";
import { createMac, type Mac } from "../../toolbox/mac.ts";

/** What a feed token says: of which key it is, and of which of its generations. */
interface FeedTokenClaim {
  readonly keyId: string;
  readonly generation: number;
}

/**
 * Feed tokens: `F-osb_<key id>.<generation>.<MAC>`. Nothing of them is stored; they are made and checked
 * under a key of their own, derived from the pepper.
 */
export interface FeedTokens {
  /** The token of a key's present generation: always the same one. */
  mint(key: KeyRecord): string;
  /** What a token says; undefined if it is none of ours. */
  read(token: string): FeedTokenClaim | undefined;
}

const PURPOSE = "oshibase feed token 1";
/** Characters of base64url: 192 bits. */
const MAC_LENGTH = 32;
const TOKEN = /^F-osb_((k_[0-9A-Za-z]{12})\.(\d{1,15}))\.([\w-]{32})$/;

/** Creates them. `secretHash`: the HMAC under the pepper. */
export function createFeedTokens(secretHash: SecretHash): FeedTokens {
  // Commands that have nothing to do with feeds derive no key.
  let derived: Mac | undefined;
  const macOf = (claim: string) => {
    derived ??= createMac(secretHash(PURPOSE));
    return derived(claim).slice(0, MAC_LENGTH);
  };
  return {
    mint(key) {
      const claim = `${key.id}.${generationOf(key)}`;
      return `F-osb_${claim}.${macOf(claim)}`;
    },
    read(token) {
      const [, claim = "", keyId = "", generation, mac = ""] = TOKEN.exec(token) ?? [];
      if (claim === "" || !isEqual(Buffer.from(mac), Buffer.from(macOf(claim)))) return undefined;
      return { keyId, generation: Number(generation) };
    },
  };
}

/** How often the feed tokens of a key were ended. */
export function generationOf({ feedGeneration = 0 }: KeyRecord): number {
  return feedGeneration;
}

/**
 * The address to subscribe to with a feed token: the theater calendar of a group, or the service itself
 * if there is no group to read. The token opens the other feeds in the same way.
 */
export function feedAddress(baseUrl: string, group: string | undefined, secret: string): string {
  const root = baseUrl.replace(/\/$/, "");
  return `${root}${group === undefined ? "/" : `/api/${group}/theater.ics`}?feed=${secret}`;
}
