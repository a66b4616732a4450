import { timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Random } from "../../platform/random.ts";
import type { RecordDeps } from "./records.ts";

/** The kind of a secret: `J-` an API key, `P-` a priority token. */
type SecretKind = "J" | "P";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;

/**
 * Makes a secret: `J-osb_`, 32 random base-62 characters (190 bits), and their CRC-32 in 6 more, so
 * that scanners can tell a leaked key from a random word.
 */
function mintSecret(kind: SecretKind, random: Random): string {
  const body = randomText(random);
  return `${kind}-osb_${body}${checksum(body)}`;
}

/** What stores of secrets work with. */
export interface SecretDeps extends RecordDeps {
  readonly random: Random;
  readonly secretHash: SecretHash;
}

/** Makes a secret, with what is stored of it. */
export function mintHashed(
  kind: SecretKind,
  { random, secretHash }: Pick<SecretDeps, "random" | "secretHash">,
) {
  const secret = mintSecret(kind, random);
  return { secret, digest: secretHash(secret), hint: hintOf(secret) };
}

/** Makes the name of a record: the kind's letter, `_` and 12 letters or digits. */
export function mintId(letter: string, random: Random): string {
  return `${letter}_${randomText(random).slice(0, 12)}`;
}

/** What may be shown of a secret to tell it from others: its kind and last four characters. */
function hintOf(secret: string): string {
  return `${secret.slice(0, 2)}…${secret.slice(-4)}`;
}

/** Makes a password: 32 random base-62 characters (190 bits). */
export function mintPassword(random: Random): string {
  return randomText(random);
}

function randomText(random: Random): string {
  let text = "";
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random.bytes(RANDOM_LENGTH)) {
      // 248 is the largest multiple of 62 in a byte; above it the first letters would be likelier.
      if (byte < 248 && text.length < RANDOM_LENGTH) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let n = 0; n < CHECK_LENGTH; n++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const MINTED = /^[JP]-osb_[0-9A-Za-z]{38}$/;

/** Whether a text has the form of a secret of ours, and is none: its checksum is wrong. */
export function isMistyped(secret: string): boolean {
  if (!MINTED.test(secret)) return false;
  const end = secret.length - CHECK_LENGTH;
  return checksum(secret.slice(end - RANDOM_LENGTH, end)) !== secret.slice(end);
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Makes of a secret what is stored of it. */
export type SecretHash = (secret: string) => string;
