import { hash } from "node:crypto";
import { compressedFiles, createCompressor, sitePackBytes } from "../emit/site_pack_bytes.ts";
import { joinParts } from "../picture/picture_bytes.ts";
import { renderSite } from "../site/site.ts";
import type { SiteSource } from "../site/site_source.ts";

const compress = createCompressor();

/** What the site is rendered from. */
export interface SiteJob {
  readonly source: SiteSource;
  /** The site pack of this program that is replaced: what it has is not compressed again. */
  readonly before: Uint8Array | undefined;
}

/** Renders and packs the site. The runtime looks at each element of an array that it hands over. */
export function packSite({ source, before }: SiteJob): { pack: ArrayBuffer; packHash: string } {
  if (before !== undefined) compress.know(compressedFiles(before));
  const pack = joinParts(sitePackBytes(renderSite(source), source.site.base_url, compress));
  return { pack: pack.buffer, packHash: hash("sha256", pack, "base64url") };
}
