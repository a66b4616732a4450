import { type BuildCache, hashTexts } from "./cache/build_cache.ts";
import { areEqual, hashBytes } from "./cache/cache_bytes.ts";
import type { CompiledPack } from "./compile.ts";
import { type Compress, COMPRESSED } from "./emit/compressor.ts";
import { readSpan } from "./pack/read_span.ts";
import { sitePackBytes } from "./emit/site_pack_bytes.ts";
import { writeWhole } from "./emit/write_file.ts";
import { isFile } from "./read/there.ts";
import { siteKey } from "./site/site_key.ts";
// A site that lies there already is not rendered.
import defer * as site from "./site/site.ts";

/** Writes the site of a pack, unless the same one lies there already. */
export type WriteSite = (pack: CompiledPack) => void;

/** In the cache: the key of the site that was written last, and the SHA-256 of its file. */
const WRITTEN = "site";

/** Writes sites to `path`. */
export function createSiteWriter(path: string, compress: Compress, cache: BuildCache): WriteSite {
  let written = readWritten(path, cache);
  return ({ index, pages, tables }) => {
    const key = hashTexts([siteKey(index, tables)]);
    if (key === written && isFile(path)) {
      cache.retain(COMPRESSED);
      return;
    }
    const files = site.renderSite(index, (span) => readSpan(pages, span));
    const chunks = sitePackBytes(files, index.site.base_url, compress);
    writeWhole(path, chunks);
    written = key;
    cache.keep(WRITTEN, new Uint8Array([...hashBytes(chunks), ...new TextEncoder().encode(key)]));
  };
}

/** The key of the site that lies at a path; undefined where that is not the one that was written last. */
function readWritten(path: string, cache: BuildCache): string | undefined {
  const found = cache.find(WRITTEN);
  if (found === undefined || !isFile(path)) return undefined;
  const hash = hashBytes([Deno.readFileSync(path)]);
  const isSame = areEqual(hash, found.subarray(0, hash.length));
  return isSame ? new TextDecoder().decode(found.subarray(hash.length)) : undefined;
}
