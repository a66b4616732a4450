import { hash } from "node:crypto";
import type { Unnamed } from "./pack_index.ts";

/** The name of this content: 12 hexadecimal digits of the SHA-256 of the index, which has its pages'. */
export function packName(index: Unnamed): string {
  return hash("sha256", JSON.stringify(index), "hex").slice(0, 12);
}

/** 132 bits of the SHA-256 of a page's bytes, in base64url. */
export function hashPage(bytes: Uint8Array): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}
