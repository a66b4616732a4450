import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

/**
 * The bytes of a secret in the form `whsec_<base64>`; undefined for any other form (Standard Webhooks
 * 1.0, "Signature scheme").
 */
export function webhookKey(secret: string): Uint8Array | undefined {
  const encoded = secret.replace(/^whsec_/, "");
  const key = Buffer.from(encoded, "base64");
  return key.length > 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded) ? key : undefined;
}

/** The headers of Standard Webhooks for a body that is sent at `timestamp`, in epoch seconds. */
export function signedHeaders(
  key: Uint8Array,
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
