import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Whether a text has the form of a secret, its checksum included: what a scanner for leaked keys would ask. */
export function isSecret(text: string): boolean {
  const [, body, check] = /^[JP]-osb_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  if (body === undefined || check === undefined) return false;
  const sum = [...check].reduce((value, digit) => value * 62 + ALPHABET.indexOf(digit), 0);
  return sum === crc32(body);
}
