import { hash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** A file in each coding that is sent. */
export interface Compressed {
  /** Names the bytes: equal bytes, equal tag. */
  readonly tag: string;
  readonly identity: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

/** Compresses a file; what was compressed before is not compressed again. */
export type Compress = (body: string | Uint8Array) => Compressed;

const encoder = new TextEncoder();

/** Creates what compresses and keeps what it made. The runtime does it on the calling thread, promised or not. */
export function createCompressor(): Compress & { know(files: Iterable<Compressed>): void } {
  const known = new Map<string, Compressed>();
  const compress: Compress = (body) => {
    const identity = typeof body === "string" ? encoder.encode(body) : body;
    const tag = hash("sha256", identity, "base64url").slice(0, 22);
    const made = known.get(tag) ?? compressed(tag, identity);
    known.set(tag, made);
    return made;
  };
  const know = (files: Iterable<Compressed>) => {
    for (const file of files) known.set(file.tag, file);
  };
  return Object.assign(compress, { know });
}

function compressed(tag: string, identity: Uint8Array): Compressed {
  return {
    tag,
    identity,
    br: brotliCompressSync(identity, brotliOptions(identity)),
    gzip: gzipSync(identity, { level: 6 }),
  };
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
