import { Buffer } from "node:buffer";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { isEqual, type SecretHash } from "../../access/records/secret.ts";
import { createMac } from "../../toolbox/mac.ts";

const PURPOSE = "oshibase feed token 1";
/** Characters of base64url: 192 bits. */
const MAC_LENGTH = 32;
const TOKEN = /^F-osb_((k_[0-9A-Za-z]{12})\.(\d{1,15}))\.([\w-]{32})$/;

/**
 * Feed tokens: `F-osb_<key id>.<generation>.<MAC>`. Nothing of them is stored; they are made and checked
 * under a key of their own, derived from the pepper by `secretHash`.
 */
export function createFeedTokens(secretHash: SecretHash) {
  const mac = createMac(secretHash(PURPOSE));
  const macOf = (claim: string) => mac(claim).slice(0, MAC_LENGTH);
  return {
    /** The token of a key's present generation: always the same one. */
    mint(key: KeyRecord): string {
      const claim = `${key.id}.${generationOf(key)}`;
      return `F-osb_${claim}.${macOf(claim)}`;
    },
    /** Of which key a token is, and of which of its generations; undefined if it is none of ours. */
    read(token: string): { readonly keyId: string; readonly generation: number } | undefined {
      const [, claim = "", keyId = "", generation, given = ""] = TOKEN.exec(token) ?? [];
      if (claim === "" || !isEqual(Buffer.from(given), Buffer.from(macOf(claim)))) return undefined;
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
  return `${baseUrl}${group === undefined ? "/" : `/api/${group}/theater.ics`}?feed=${secret}`;
}
