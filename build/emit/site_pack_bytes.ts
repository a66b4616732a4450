import type { Span } from "../../src/model/pack.ts";
import {
  type PublicFile,
  SITE_MAGIC,
  type SiteEntry,
  type SiteIndex,
} from "../../src/model/site_pack.ts";
import type { Compress, Compressed } from "./compressor.ts";

/** Packs the files of the site, each compressed ahead; equal files give equal bytes. `base_url` is the address they name. */
export function sitePackBytes(
  files: readonly PublicFile[],
  base_url: string,
  compress: Compress,
): Uint8Array[] {
  const encoder = new TextEncoder();
  const bodies: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): Span => {
    bodies.push(bytes);
    length += bytes.length;
    return [length - bytes.length, bytes.length];
  };
  const compressed = files.map(({ body }) => compress(body));
  const index: SiteIndex = {
    base_url,
    files: Object.fromEntries(
      files.map((file, place) => [file.path, entryOf(file, compressed[place]!, add)]),
    ),
  };
  const indexBytes = encoder.encode(JSON.stringify(index));
  const head = new Uint8Array(12);
  head.set(encoder.encode(SITE_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return [head, indexBytes, ...bodies];
}

/** The files of a site pack, as they were compressed. */
export function compressedFiles(pack: Uint8Array): Compressed[] {
  const start = 12 + new DataView(pack.buffer, pack.byteOffset).getUint32(8, true);
  const index: SiteIndex = JSON.parse(new TextDecoder().decode(pack.subarray(12, start)));
  const bytesAt = ([at, length]: Span) => pack.subarray(start + at, start + at + length);
  return Object.values(index.files).map(({ tag, identity, br, gzip }) => ({
    ...{ tag, identity: bytesAt(identity) },
    ...{ br: bytesAt(br), gzip: bytesAt(gzip) },
  }));
}

function entryOf(
  { contentType, policy }: PublicFile,
  { tag, identity, br, gzip }: Compressed,
  add: (bytes: Uint8Array) => Span,
): SiteEntry {
  return {
    contentType,
    tag,
    identity: add(identity),
    br: add(br),
    gzip: add(gzip),
    ...(policy !== undefined && { policy }),
  };
}
