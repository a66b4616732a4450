import { createHash } from "node:crypto";
import type { PackIndex } from "./pack.ts";

/** The index before it has a name. */
export type Unnamed = Omit<PackIndex, "format" | "build">;

/** The name of this content: 12 hexadecimal digits of the SHA-256 of its index and bodies. */
export function packName(index: Unnamed, bodies: Iterable<Uint8Array>): string {
  const name = createHash("sha256").update(JSON.stringify(index));
  for (const chunk of bodies) name.update(chunk);
  return name.digest("hex").slice(0, 12);
}
