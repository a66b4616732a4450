import { createHash } from "node:crypto";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import type { BuildCache } from "../cache/build_cache.ts";

/** A file in each coding that is sent. */
export interface Compressed {
  /** Names the bytes: equal bytes, equal tag. */
  readonly tag: string;
  readonly identity: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

/** Compresses on threads of the runtime, so that the calling one can go on. */
export type Compress = (body: string | Uint8Array) => Promise<Compressed>;

const encoder = new TextEncoder();

/** How many files are compressed at a time: each takes some MiB while it is. */
const LANES = 1;

/** Names of what the cache has of this begin so. */
export const COMPRESSED = "compressed:";

/** Compresses; what was compressed before is not compressed again. */
export function createCompressor(cache: BuildCache): Compress {
  const known = new Map<string, Promise<Compressed>>();
  const lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  let next = 0;
  const queue = (tag: string, identity: Uint8Array) => {
    const lane = next++ % LANES;
    const made = lanes[lane]!.then(() => compressed(tag, identity, cache));
    lanes[lane] = made;
    return made;
  };
  return (body) => {
    const identity = typeof body === "string" ? encoder.encode(body) : body;
    const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
    const made = known.get(tag) ?? queue(tag, identity);
    known.set(tag, made);
    return made;
  };
}

async function compressed(
  tag: string,
  identity: Uint8Array,
  cache: BuildCache,
): Promise<Compressed> {
  const [brName, gzipName] = [`${COMPRESSED}br:${tag}`, `${COMPRESSED}gzip:${tag}`];
  const [knownBr, knownGzip] = [cache.find(brName), cache.find(gzipName)];
  const br = knownBr ?? await promisify(brotliCompress)(identity, brotliOptions(identity));
  const zipped = knownGzip ?? await promisify(gzip)(identity, { level: 9 });
  if (knownBr === undefined) cache.keep(brName, br);
  if (knownGzip === undefined) cache.keep(gzipName, zipped);
  return { tag, identity, br, gzip: zipped };
}

/**
 * Quality 11 makes the pages an eighth smaller than 7, and takes twenty times as long: a second for
 * all. Of a large script, 5 takes 60 ms and 11 takes 3 s.
 */
function brotliOptions({ length }: Uint8Array) {
  const quality = length > 256 * 1024 ? 5 : 7;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
