import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import type { WebhookTarget } from "./webhook_record.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals what the store and backups may not tell: AES-256-GCM (NIST SP 800-38D). */
export interface Seal {
  /** Seals a target for the webhook of this id: under another id it cannot be opened. */
  close(id: string, target: WebhookTarget): Uint8Array;
  /** Undefined where it was sealed under another pepper, for another id, or was changed since. */
  open(id: string, sealed: Uint8Array): WebhookTarget | undefined;
}

/** Makes the seal of a store, under a key derived from its pepper (HKDF-SHA-256, RFC 5869). */
export function createSeal(pepper: string | Uint8Array, random: Random): Seal {
  const key = new Uint8Array(hkdfSync("sha256", pepper, "", "oshibase webhook seal 1", 32));
  return {
    close(id, target) {
      const iv = random.bytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(id));
      const text = cipher.update(JSON.stringify(target), "utf8");
      return new Uint8Array(Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]));
    },
    open(id, sealed) {
      try {
        return openWith(key, id, sealed);
      } catch {
        return undefined;
      }
    },
  };
}

function openWith(key: Uint8Array, id: string, sealed: Uint8Array): WebhookTarget {
  const iv = sealed.subarray(0, IV_BYTES);
  const text = sealed.subarray(IV_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(id));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8"));
}
