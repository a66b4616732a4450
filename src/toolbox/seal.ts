import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals values that others may hold and not read: AES-256-GCM (NIST SP 800-38D). */
export interface Seal<T> {
  /** Seals a value under a name: under another name it cannot be opened. */
  close(name: string, value: T): Uint8Array<ArrayBuffer>;
  /** Undefined if it was sealed under another pepper or name, or was changed since. */
  open(name: string, sealed: Uint8Array): T | undefined;
}

/** Creates a seal under a key derived from the pepper for one `purpose` (HKDF-SHA-256, RFC 5869). */
export function createSeal<T>(
  pepper: string | Uint8Array,
  purpose: string,
  random: { bytes(length: number): Uint8Array },
): Seal<T> {
  let derived: Uint8Array | undefined;
  // Few servers have anything to seal, and none before it answers.
  const key = () => derived ??= new Uint8Array(hkdfSync("sha256", pepper, "", purpose, 32));
  return {
    close(name, value) {
      const iv = random.bytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(name));
      const text = cipher.update(JSON.stringify(value), "utf8");
      return new Uint8Array(Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]));
    },
    open(name, sealed) {
      try {
        const iv = sealed.subarray(0, IV_BYTES);
        const text = sealed.subarray(IV_BYTES, -TAG_BYTES);
        const decipher = createDecipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(name));
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
        const opened = Buffer.concat([decipher.update(text), decipher.final()]);
        return JSON.parse(opened.toString("utf8"));
      } catch {
        return undefined;
      }
    },
  };
}
