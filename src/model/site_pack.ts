/**
 * The site pack: documents, style and scripts, ready to be sent, beside the pack of content.
 *
 * Layout: 8 bytes `OSHISITE`, a 32-bit little-endian length, the index as UTF-8 JSON of that length,
 * then the bodies. Spans count from the first byte of the bodies.
 */
import type { Span } from "./pack.ts";

/** First bytes of every site pack. */
export const SITE_MAGIC = "OSHISITE";

/** The file in `OUT_DIR` that holds the site pack. */
export const SITE_FILE = "site.pack";

/** One file of the site. */
export interface SiteEntry {
  readonly contentType: string;
  /** The entity tag of the identity form, without quotes. */
  readonly tag: string;
  readonly identity: Span;
  readonly br: Span;
  readonly gzip: Span;
  /** A policy of its own for what the page may load and do. */
  readonly policy?: string;
}

/** The index: files by path, which begins with a slash. */
export interface SiteIndex {
  /** The address that the documents name, which another replaces on one's own machine. */
  readonly base_url: string;
  readonly files: Readonly<Record<string, SiteEntry>>;
}

/** A file of the site before it is packed. */
export interface PublicFile {
  /** Its path, from the leading slash on. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** A Content-Security-Policy of its own. */
  readonly policy?: string;
}

/** A piece of a file that is shown while people can sign up for a key, and the one in its place otherwise. */
export function bySignup(open: string, closed: string): string {
  return `⸨${open}⸬${closed}⸩`;
}

/** The text of a file with the pieces that hold. */
export function chooseBySignup(text: string, isOpen: boolean): string {
  return text.replace(/⸨([^⸬]*)⸬([^⸩]*)⸩/g, isOpen ? "$1" : "$2");
}
