import type { Span } from "../../src/model/pack.ts";
import {
  type PublicFile,
  SITE_MAGIC,
  type SiteEntry,
  type SiteIndex,
} from "../../src/model/site_pack.ts";
import { hash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const encoder = new TextEncoder();

/** Packs the files of the site, each compressed ahead; equal files give equal bytes. `base_url` is the address they name. */
export function sitePackBytes(files: readonly PublicFile[], base_url: string): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): Span => {
    bodies.push(bytes);
    length += bytes.length;
    return [length - bytes.length, bytes.length];
  };
  const entryOf = ({ contentType, policy, body }: PublicFile): SiteEntry => {
    const identity = typeof body === "string" ? encoder.encode(body) : body;
    return {
      contentType,
      // Equal bytes, equal tag.
      tag: hash("sha256", identity, "base64url").slice(0, 22),
      identity: add(identity),
      br: add(brotliCompressSync(identity, brotliOptions(identity))),
      gzip: add(gzipSync(identity, { level: 6 })),
      ...(policy !== undefined && { policy }),
    };
  };
  const entries = files.map((file) => [file.path, entryOf(file)] as const);
  const index: SiteIndex = { base_url, files: Object.fromEntries(entries) };
  const indexBytes = encoder.encode(JSON.stringify(index));
  const head = new Uint8Array(12);
  head.set(encoder.encode(SITE_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return [head, indexBytes, ...bodies];
}

/**
 * Quality 7 makes all files 2 % smaller than 5, and takes twice as long; 11 makes the pages an eighth
 * smaller, and takes seconds. Of a script of 1.7 MB, 4 takes half the time of 5, and is a tenth larger.
 * Above 6, gzip saves as little.
 */
function brotliOptions({ length }: Uint8Array) {
  const quality = length > 1024 * 1024 ? 4 : 5;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
