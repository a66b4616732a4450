import { hash } from "node:crypto";

/** An opaque tag for these bytes, without quotes; equal bytes have equal tags everywhere. */
export function tagOf(body: Uint8Array): string {
  return hash("sha256", body, "base64url").slice(0, 22);
}

/** Whether `If-None-Match` names this entity tag, by weak comparison (RFC 9110, 8.8.3.2 and 13.1.2). */
export function noneMatchHolds(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === "*") return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === etag);
}
