/** How far the clock of a sender may be from one's own, in seconds. */
const MAX_AGE_S = 300;

/** The names of the three headers of a delivery (Standard Webhooks 1.0). */
const HEADER_NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/**
 * Verifies a delivery of a webhook: its signature, and that it is not older than five minutes. Resolves
 * with what it says; rejects with an Error where it is not the service's, or too old.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): Promise<unknown> {
  const [id, timestamp, given] = HEADER_NAMES.map((name) => headerOf(headers, name));
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !timestamp || !given) throw new Error("The delivery is not signed");
  if (!(age <= MAX_AGE_S)) throw new Error("The delivery is too old, or a clock is wrong");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const raw = bytesOfBase64(secret.replace("whsec_", ""));
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of given.split(" ").filter((one) => one.startsWith("v1,"))) {
    const bytes = bytesOfBase64(signature.slice(3));
    if (await crypto.subtle.verify("HMAC", key, bytes, signed)) return JSON.parse(body);
  }
  throw new Error("The delivery is not signed with this secret");
}

function headerOf(
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return String(value ?? "");
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array(1);
  }
}
