import { hash } from "node:crypto";
import { writeWhole } from "../emit/write_file.ts";

/**
 * Texts that earlier builds made and that take long to make, by a name that says what each was made of:
 * beside the pack, in a file that may be deleted at any time.
 */
export interface BuildCache {
  /** What is kept under a name. */
  find(name: string): string | undefined;
  /** Keeps a text for later builds. */
  keep(name: string, text: string): void;
}

/** Finds nothing and keeps nothing. */
export const NO_CACHE: BuildCache = { find: () => undefined, keep() {} };

/** A cache in a file. */
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
  const used = new Map<string, string>();
  let isNew = false;
  return {
    isEmpty: known.size === 0,
    find(name) {
      const text = used.get(name) ?? known.get(name);
      if (text !== undefined) used.set(name, text);
      return text;
    },
    keep(name, text) {
      used.set(name, text);
      isNew = true;
    },
    get isUnsaved() {
      return isNew || used.size !== known.size;
    },
    save(version) {
      if (version === undefined) return;
      try {
        writeWhole(path, cacheBytes(version, used), false);
      } catch {
        // The next build takes longer.
      }
    },
  };
}

function readEntries(path: string, version: () => string | undefined): ReadonlyMap<string, string> {
  try {
    const [written, entries] = readCache(Deno.readFileSync(path));
    return written === version() ? entries : new Map();
  } catch {
    return new Map();
  }
}

/** Letters of a SHA-256 in base64url. */
const HASH_LENGTH = 43;

/**
 * The bytes of a cache file: the SHA-256 of what follows it, a line of JSON with the version and the name
 * and length of each text, and the texts as they are: escapes in so much text take long.
 */
export function cacheBytes(
  version: string,
  entries: ReadonlyMap<string, string>,
): [Uint8Array, Uint8Array] {
  const encoder = new TextEncoder();
  const lengths = [...entries].map(([name, text]) => [name, text.length]);
  const texts = [...entries.values()].join("");
  const rest = encoder.encode(`${JSON.stringify([version, lengths])}\n${texts}`);
  return [encoder.encode(hash("sha256", rest, "base64url")), rest];
}

/** Reads a SHA-256 in base64url and what follows it; undefined if they do not belong together. */
export function readHashed(bytes: Uint8Array): { hash: string; rest: Uint8Array } | undefined {
  const named = new TextDecoder().decode(bytes.subarray(0, HASH_LENGTH));
  const rest = bytes.subarray(HASH_LENGTH);
  return hash("sha256", rest, "base64url") === named ? { hash: named, rest } : undefined;
}

/**
 * Reads the version and the entries of a cache file.
 *
 * @throws {RangeError} if the file is not as it was written
 */
export function readCache(bytes: Uint8Array): [version: string, entries: Map<string, string>] {
  const read = readHashed(bytes);
  if (read === undefined) {
    throw new RangeError("Cannot read the cache: it is not as it was written");
  }
  const text = new TextDecoder().decode(read.rest);
  let at = text.indexOf("\n");
  const [version, lengths]: [string, [string, number][]] = JSON.parse(text.slice(0, at++));
  return [version, new Map(lengths.map(([name, length]) => [name, text.slice(at, at += length)]))];
}

/** Names some texts; the length of each keeps them apart. */
export function hashTexts(texts: readonly string[]): string {
  return hash("sha256", texts.map((text) => `${text.length}:${text}`).join(""), "base64url");
}
