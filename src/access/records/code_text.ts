import { crc32 } from "node:zlib";
import type { Random } from "../../platform/random.ts";

/** Crockford's base 32: no letter that could be read as another or as a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_LENGTH = 14;

/**
 * Makes a code that a person can type: four times four letters or digits. 14 are random (70 bits),
 * two are their checksum, so that a mistyped code is known as one without asking the store.
 */
export function mintCode(random: Random): string {
  const body = Array.from(random.bytes(RANDOM_LENGTH), (byte) => ALPHABET[byte % 32]).join("");
  return (body + checksum(body)).replace(/.{4}(?=.)/g, "$&-");
}

/**
 * Reads a code as people type it: any case, spaces or hyphens anywhere, `O` for `0`, `I` and `L` for
 * `1`. Returns undefined where it cannot be one of ours.
 */
export function readCode(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const body = plain.slice(0, RANDOM_LENGTH);
  const isOurs = /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) && plain.endsWith(checksum(body));
  return isOurs ? plain : undefined;
}

function checksum(text: string): string {
  const rest = crc32(text) & 1023;
  return ALPHABET[rest >> 5]! + ALPHABET[rest & 31]!;
}
