import { hash } from "node:crypto";
import { writeWhole } from "../emit/write_file.ts";
import { joinEntries, splitEntries } from "./cache_bytes.ts";

/**
 * What earlier builds made that takes long to make, by a name that says what it was made of: beside the
 * pack, in a file that may be deleted at any time.
 */
export interface BuildCache {
  /** What is kept under a name. */
  find(name: string): Uint8Array | undefined;
  /** Keeps something for later builds. */
  keep(name: string, bytes: Uint8Array): void;
}

/** Finds nothing and keeps nothing. */
export const NO_CACHE: BuildCache = { find: () => undefined, keep() {} };

/** A cache that lies in a file. */
export interface CacheFile extends BuildCache {
  /** Whether there is nothing to find in it. */
  readonly isEmpty: boolean;
  /** Whether this build has asked for other things than the file has. */
  readonly isUnsaved: boolean;
  /**
   * Writes what this build has asked for, and nothing else. If the system refuses, or the program has no
   * name, the file stays as it was.
   */
  save(version: string | undefined): void;
}

/** The file in `OUT_DIR`. */
const CACHE_FILE = "build.cache";

/** Opens the cache in a folder. One of another version, or a damaged one, is as good as none. */
export function openCache(folder: string, version: () => string | undefined): CacheFile {
  const path = `${folder}/${CACHE_FILE}`;
  const known = readEntries(path, version);
  const used = new Map<string, Uint8Array>();
  let isNew = false;
  return {
    isEmpty: known.size === 0,
    find(name) {
      const bytes = used.get(name) ?? known.get(name);
      if (bytes !== undefined) used.set(name, bytes);
      return bytes;
    },
    keep(name, bytes) {
      used.set(name, bytes);
      isNew = true;
    },
    get isUnsaved() {
      return isNew || used.size !== known.size;
    },
    save(version) {
      if (version === undefined) return;
      try {
        writeWhole(path, joinEntries(version, used), false);
      } catch {
        // The next build takes longer.
      }
    },
  };
}

function readEntries(
  path: string,
  version: () => string | undefined,
): ReadonlyMap<string, Uint8Array> {
  try {
    return splitEntries(Deno.readFileSync(path), version());
  } catch {
    return new Map();
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text that is made of what its name tells and nothing else: from the cache, or made and kept. */
export function cachedText(cache: BuildCache, nameOf: () => string, make: () => string): string {
  if (cache === NO_CACHE) return make();
  const name = nameOf();
  const found = cache.find(name);
  if (found !== undefined) return decoder.decode(found);
  const text = make();
  keepText(cache, name, text);
  return text;
}

/** Keeps a text for later builds. */
export function keepText(cache: BuildCache, name: string, text: string): void {
  // Half a character has no bytes of its own.
  if (text.isWellFormed()) cache.keep(name, encoder.encode(text));
}

/** Names what is made of `sources` and nothing else. */
export function nameInCache(kind: string, sources: readonly string[]): string {
  return `${kind}:${hashTexts(sources)}`;
}

/** Names some texts; the length of each keeps them apart. */
export function hashTexts(texts: readonly string[]): string {
  return hash("sha256", texts.map((text) => `${text.length}:${text}`).join(""), "base64url");
}
