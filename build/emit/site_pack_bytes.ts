import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Span } from "../../src/model/pack.ts";
import {
  type PublicFile,
  SITE_MAGIC,
  type SiteEntry,
  type SiteIndex,
} from "../../src/model/site_pack.ts";

/** Packs the files of the site, each compressed ahead; equal files give equal bytes. `base_url` is the address they name. */
export function sitePackBytes(files: readonly PublicFile[], base_url: string): Uint8Array[] {
  const encoder = new TextEncoder();
  const bodies: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): Span => {
    bodies.push(bytes);
    length += bytes.length;
    return [length - bytes.length, bytes.length];
  };
  const index: SiteIndex = {
    base_url,
    files: Object.fromEntries(files.map((file) => [file.path, entryOf(file, encoder, add)])),
  };
  const indexBytes = encoder.encode(JSON.stringify(index));
  const head = new Uint8Array(12);
  head.set(encoder.encode(SITE_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return [head, indexBytes, ...bodies];
}

function entryOf(
  { contentType, body, policy }: PublicFile,
  encoder: TextEncoder,
  add: (bytes: Uint8Array) => Span,
): SiteEntry {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  return {
    contentType,
    tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    identity: add(bytes),
    br: add(brotli(bytes)),
    gzip: add(gzipSync(bytes, { level: 9 })),
    ...(policy !== undefined && { policy }),
  };
}

/** Quality 11 takes 3 s for the script of the interactive reference; 5 takes 60 ms. */
function brotli(bytes: Uint8Array): Uint8Array {
  const quality = bytes.length > 256 * 1024 ? 5 : 11;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
